"""Extraction: the cheapest term of an e-graph, where what is used twice is paid for once.

With costs of trees, the cheapest node of each class follows from the cheapest of its operands'
classes, and the answer is exact. Once shared values count once, that is no longer so, and the exact
answer is expensive to find. This is the usual greedy algorithm, which carries for each class the
set of nodes that it would pay for, followed by a search that improves the choice until no single
change does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .egraph import Node, Snapshot
from .terms import Term, make, nodes

Cost = Callable[[Node], float]
_WORK = 300_000  # nodes that the improvement may visit


@dataclass(frozen=True)
class Choice:
    """A node for each class that is needed."""

    node: Mapping[str, Node]
    root: str

    def cost(self, cost: Cost) -> float:
        return sum(cost(node) for node in _reached(self.node, self.root).values())

    def term(self) -> Term:
        """The term of the chosen nodes."""
        made: dict[str, Term] = {}
        stack = [self.root]
        while stack:
            name = stack[-1]
            node = self.node[name]
            missing = [child for child in node.children if child not in made]
            if missing:
                stack.extend(missing)
            else:
                args = [made[child] for child in node.children]
                made[name] = make(node.op, node.kind, args, node.payload)
                stack.pop()
        return made[self.root]


def extract(snapshot: Snapshot, cost: Cost) -> Choice:
    """The cheapest choice found."""
    choice = greedy(snapshot, cost)
    return improved(choice, snapshot, cost)


def term_cost(term: Term, cost: Cost) -> float:
    """What a term costs, each distinct node once."""
    return sum(cost(Node(n.op, n.kind, ("",) * len(n.args), n.payload)) for n in nodes(term))


def nodes_of(term: Term, snapshot: Snapshot) -> set[Node]:
    """The e-nodes that a term of the e-graph consists of."""
    class_of = {node: name for name, members in snapshot.classes.items() for node in members}
    found: dict[int, Node] = {}
    for part in nodes(term):
        children = tuple(class_of[found[id(arg)]] for arg in part.args)
        found[id(part)] = Node(part.op, part.kind, children, part.payload)
    return set(found.values())


def greedy(snapshot: Snapshot, cost: Cost) -> Choice:
    """For each class the node with the cheapest set of nodes below it."""
    users: dict[str, set[str]] = {}
    for name, members in snapshot.classes.items():
        for node in members:
            for child in node.children:
                users.setdefault(child, set()).add(name)
    own = {node: cost(node) for members in snapshot.classes.values() for node in members}
    # class -> (total, {class: cost of its chosen node}, node)
    best: dict[str, tuple[float, dict[str, float], Node]] = {}
    waiting = dict.fromkeys(snapshot.classes)
    while waiting:
        name = next(iter(waiting))
        del waiting[name]
        found = best.get(name)
        for node in snapshot.classes[name]:
            if any(child not in best for child in node.children):
                continue
            limit = found[0] if found else float("inf")
            if own[node] + max((best[c][0] for c in node.children), default=0) >= limit:
                continue
            paid: dict[str, float] = {}
            for child in node.children:
                paid |= best[child][1]
            if name in paid:  # a node below itself is no term
                continue
            paid[name] = own[node]
            total = sum(paid.values())
            if total < limit:
                found = (total, paid, node)
        if found is not best.get(name):
            best[name] = found
            waiting.update(dict.fromkeys(users.get(name, ())))
    return Choice({name: node for name, (_, _, node) in best.items()}, snapshot.root)


def improved(choice: Choice, snapshot: Snapshot, cost: Cost) -> Choice:
    """Try another node for one class after the other, while that makes the whole cheaper."""
    node, total, left = dict(choice.node), choice.cost(cost), _WORK
    better = True
    while better and left > 0:
        better = False
        for name in list(_reached(node, choice.root)):
            for other in snapshot.classes[name]:
                if other is node[name] or any(child not in node for child in other.children):
                    continue
                changed = node | {name: other}
                reached = _reached(changed, choice.root)
                left -= len(reached)
                if _acyclic(reached, choice.root):
                    now = sum(map(cost, reached.values()))
                    if now < total * (1 - 1e-9):
                        node, total, better = changed, now, True
                        break
            if better or left <= 0:
                break
    return Choice(_reached(node, choice.root), choice.root)


def _reached(node: Mapping[str, Node], root: str) -> dict[str, Node]:
    """The classes that the root's choice needs."""
    found: dict[str, Node] = {}
    stack = [root]
    while stack:
        name = stack.pop()
        if name not in found:
            found[name] = node[name]
            stack.extend(node[name].children)
    return found


def _acyclic(node: Mapping[str, Node], root: str) -> bool:
    state: dict[str, bool] = {}  # False: being visited, True: done
    stack = [root]
    while stack:
        name = stack[-1]
        if name in state:
            state[name] = True
            stack.pop()
            continue
        state[name] = False
        for child in node[name].children:
            if state.get(child) is False:
                return False
            if child not in state:
                stack.append(child)
    return True
