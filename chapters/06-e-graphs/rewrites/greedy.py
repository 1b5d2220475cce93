"""MLIR's greedy driver with the patterns of rules.pdll, and with one that says a * b = b * a.

python chapters/06-e-graphs/rewrites/greedy.py

The driver takes an operation, applies the first pattern that matches, and forgets what was there.
It goes on until nothing matches: with a pattern that always matches, for ever. The limit on the
number of rewrites is what ends it.
"""

from __future__ import annotations

from pathlib import Path

from mlir import ir, rewrite

from runners import toolchain

HERE = Path(__file__).resolve().parent
COMMUTE = """
  pdl.pattern @Commute : benefit(1) {
    %type = pdl.type
    %a = pdl.operand : %type
    %b = pdl.operand : %type
    %product = pdl.operation "arith.mulf"(%a, %b : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    pdl.rewrite %product {
      %turned = pdl.operation "arith.mulf"(%b, %a : !pdl.value, !pdl.value) -> (%type : !pdl.type)
      pdl.replace %product with %turned
    }
  }
"""
MOST = 1000  # rewrites


def patterns() -> str:
    """The patterns of rules.pdll, as a module of PDL."""
    return toolchain.run("mlir-pdll", "-x=mlir", HERE / "rules.pdll").stdout


def rewritten(text: str, pdl: str) -> tuple[str, bool]:
    """The module after the greedy driver, and whether it came to an end by itself."""
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        source = ir.Module.parse(pdl)  # has to live as long as the patterns
        rules = rewrite.PDLModule(source).freeze()
        config = rewrite.GreedyRewriteConfig()
        config.max_num_rewrites = MOST
        try:
            rewrite.apply_patterns_and_fold_greedily(module, rules, config)
        except RuntimeError:
            return str(module), False
        return str(module), True


def main() -> None:
    terms = (HERE / "terms.mlir").read_text(encoding="utf-8")
    text, ended = rewritten(terms, patterns())
    print(text, "ended by itself" if ended else f"stopped after {MOST} rewrites", sep="\n")
    _, ended = rewritten(terms, COMMUTE)
    print("with @Commute:", "ended by itself" if ended else f"stopped after {MOST} rewrites")


if __name__ == "__main__":
    main()
