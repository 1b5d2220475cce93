"""An e-graph in a hundred lines, to read. The chapter's package uses egglog, which is fast.

python chapters/06-e-graphs/egraph_by_hand.py

A term is a tuple, an operation and its operands: ("/", ("*", ("a",), ("2",)), ("2",)) is a * 2 / 2.
In a pattern a string is a variable: ("*", "x", "y") matches every product.
"""

from __future__ import annotations

from collections.abc import Iterator

Term = tuple  # (operation, operand, ...)
Node = tuple  # (operation, class of the operand, ...)
Pattern = tuple | str
Match = dict[str, int]


# [region structure]
class EGraph:
    """Classes of equal terms. A class is a number; a node's operands are classes."""

    def __init__(self) -> None:
        self.parent: list[int] = []  # a class that was merged away points to the one it went into
        self.class_of: dict[Node, int] = {}

    def find(self, name: int) -> int:
        while self.parent[name] != name:
            name = self.parent[name]
        return name

    def add(self, term: Term) -> int:
        """The class of a term, which is made if there is none."""
        return self.add_node((term[0], *(self.add(operand) for operand in term[1:])))

    def add_node(self, node: Node) -> int:
        node = self.canonical(node)
        if node not in self.class_of:
            self.parent.append(len(self.parent))
            self.class_of[node] = len(self.parent) - 1
        return self.find(self.class_of[node])

    def canonical(self, node: Node) -> Node:
        return (node[0], *map(self.find, node[1:]))

    # [end structure]

    # [region merge]
    def merge(self, one: int, other: int) -> bool:
        """State that two classes are equal; whether that is news."""
        one, other = self.find(one), self.find(other)
        self.parent[max(one, other)] = min(one, other)
        return one != other

    def rebuild(self) -> None:
        """Congruence: if x = y then f(x) = f(y). Such nodes are now spelled alike; merge them."""
        changed = True
        while changed:
            changed = False
            nodes, self.class_of = self.class_of, {}
            for node, name in nodes.items():
                node = self.canonical(node)
                if node in self.class_of:
                    changed |= self.merge(self.class_of[node], name)
                self.class_of[node] = self.find(name)

    # [end merge]

    # [region match]
    def matches(self, pattern: Pattern, name: int, known: Match) -> Iterator[Match]:
        """Each way to choose a pattern's variables so that the pattern is in the class."""
        if isinstance(pattern, str):
            if known.get(pattern, name) == name:
                yield known | {pattern: name}
            return
        for node in [n for n in self.class_of if self.find(self.class_of[n]) == name]:
            if node[0] == pattern[0] and len(node) == len(pattern):
                found = [known]
                for operand, part in zip(node[1:], pattern[1:], strict=True):
                    operand = self.find(operand)
                    found = [more for m in found for more in self.matches(part, operand, m)]
                yield from found

    def instantiate(self, pattern: Pattern, known: Match) -> int:
        if isinstance(pattern, str):
            return known[pattern]
        return self.add_node((pattern[0], *(self.instantiate(p, known) for p in pattern[1:])))

    # [end match]

    # [region saturate]
    def saturate(self, rules: dict[str, tuple[Pattern, Pattern]], most: int = 10) -> Iterator[str]:
        """Apply all rules everywhere, round after round, until a round says nothing new."""
        for turn in range(1, most + 1):
            found = [
                (rule, name, match)
                for rule, (left, _) in rules.items()
                for name in sorted({self.find(c) for c in self.class_of.values()})
                for match in self.matches(left, name, {})
            ]
            before, news = len(self.class_of), set()
            # All matches were looked for first: no rule comes before another.
            for rule, name, match in found:
                if self.merge(name, self.instantiate(rules[rule][1], match)):
                    news.add(rule)
            self.rebuild()
            yield f"round {turn}: {', '.join(sorted(news)) or 'nothing new'}"
            if not news and len(self.class_of) == before:
                return

    # [end saturate]

    # [region extract]
    def extract(self, root: int, cost: dict[str, int]) -> tuple[int, Term]:
        """The cheapest term of a class; what is not in `cost` costs 1."""
        best: dict[int, tuple[int, Term]] = {}
        changed = True
        while changed:
            changed = False
            for node, name in self.class_of.items():
                operands = [best.get(self.find(child)) for child in node[1:]]
                if None in operands:
                    continue
                total = cost.get(node[0], 1) + sum(price for price, _ in operands)
                if self.find(name) not in best or total < best[self.find(name)][0]:
                    best[self.find(name)] = total, (node[0], *(term for _, term in operands))
                    changed = True
        return best[self.find(root)]

    # [end extract]


def shown(term: Term) -> str:
    """A term as one writes it; only binary operations and names are needed here."""
    if len(term) == 1:
        return term[0]
    left, right = (shown(x) if len(x) == 1 else f"({shown(x)})" for x in term[1:])
    return f"{left} {term[0]} {right}"


# [region rules]
RULES = {
    "doubling is cheaper": (("*", "x", ("2",)), ("+", "x", "x")),
    "products associate": (("/", ("*", "x", "y"), "z"), ("*", "x", ("/", "y", "z"))),
    "itself over itself": (("/", ("2",), ("2",)), ("1",)),
    "times one": (("*", "x", ("1",)), "x"),
}
TERM = ("/", ("*", ("a",), ("2",)), ("2",))
COST = {"*": 2, "/": 8, "a": 0, "1": 0, "2": 0}
# [end rules]


def main() -> None:
    graph = EGraph()
    root = graph.add(TERM)
    print(f"written: {shown(TERM)}, cost {graph.extract(root, COST)[0]}")
    for line in graph.saturate(RULES):
        print(line)
    cost, term = graph.extract(root, COST)
    print(f"chosen:  {shown(term)}, cost {cost}")
    for name in sorted({graph.find(c) for c in graph.class_of.values()}):
        nodes = [n for n, c in graph.class_of.items() if graph.find(c) == name]
        print(f"class #{name}:", ", ".join(" #".join(map(str, node)) for node in nodes))


if __name__ == "__main__":
    main()
