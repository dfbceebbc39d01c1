"""HiGHS in a process of its own, driven through pipes by the engine `mip`.

highspy and ortools each bring a libhighs.so.1, and whichever is loaded second fails to import: so one of them must live
elsewhere. A process can also be ended at once, which HiGHS's own interrupt does not promise.

Requests and answers are pickles, one after the other: ("load", Matrix, threads) -> presolve report;
("next", NoGood or None, nodes or None) -> (status, columns' values or None, nodes searched).
"""

from __future__ import annotations

import pickle
import sys
from typing import Any

import highspy
import numpy as np

from tilewright.cover.formula import NoGood
from tilewright.cover.linear import Matrix


def model_of(matrix: Matrix, threads: int) -> Any:
    """The program as HiGHS holds it."""
    model: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    model.silent()
    model.setOptionValue("threads", threads)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = matrix.width, len(matrix.lo)
    lp.col_cost_ = np.zeros(matrix.width)
    lp.col_lower_, lp.col_upper_ = np.zeros(matrix.width), np.ones(matrix.width)
    lp.row_lower_ = np.where(np.isinf(matrix.lo), -highspy.kHighsInf, matrix.lo)
    lp.row_upper_ = np.where(np.isinf(matrix.hi), highspy.kHighsInf, matrix.hi)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = matrix.starts, matrix.columns, matrix.values
    lp.integrality_ = [highspy.HighsVarType.kInteger] * matrix.width
    model.passModel(lp)
    return model


def reset_scheduler() -> None:
    """Forget how many threads HiGHS works with: one scheduler serves the whole process, and a run that asks for another
    number than it was started with is refused with the status "Not Set".
    """
    highspy.Highs.resetGlobalScheduler(True)


def presolved(matrix: Matrix, model: Any) -> dict[str, object]:
    """Rows, columns and non-zeros before and after HiGHS's presolve, and what it settled by itself.

    settled: "impossible", "solved" (nothing is left to search) or "no".
    """
    model.presolve()
    status = model.getModelPresolveStatus()
    left = model.getPresolvedLp()
    after = [left.num_row_, left.num_col_, len(left.a_matrix_.index_)]
    settled = "no"
    if status in (highspy.HighsPresolveStatus.kInfeasible, highspy.HighsPresolveStatus.kUnboundedOrInfeasible):
        settled, after = "impossible", [0, 0, 0]
    elif status == highspy.HighsPresolveStatus.kReducedToEmpty:
        settled, after = "solved", [0, 0, 0]
    return {"before": [len(matrix.lo), matrix.width, len(matrix.columns)], "after": after, "settled": settled}


def next_answer(model: Any, forbidden: NoGood | None, nodes: int | None) -> tuple[str, Any, int]:
    """One run; the status in HiGHS's words."""
    model.clearSolver()  # HiGHS would take up the search that led to the solution now forbidden
    if forbidden is not None:
        values, columns = np.array(forbidden.terms).T
        model.addRow(forbidden.least, np.inf, len(columns), columns.astype(np.int32), values.astype(np.float64))
    if nodes is not None:
        model.setOptionValue("mip_max_nodes", nodes)
    status = _run(model)
    if (
        status == "Solve error"
    ):  # met once in thousands of small covers with many rows added: its presolve trips over itself
        model.clearSolver()
        model.setOptionValue("presolve", "off")
        status = _run(model)
        model.setOptionValue("presolve", "choose")
    values = np.array(model.getSolution().col_value) if status == "Optimal" else None
    return status, values, max(0, int(model.getInfoValue("mip_node_count")[1]))


def _run(model: Any) -> str:
    model.run()
    return str(model.modelStatusToString(model.getModelStatus()))


def main() -> None:
    """Answer requests until the pipe is closed."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    model: Any = None
    threads = 0  # that HiGHS's scheduler was started with
    while True:
        try:
            what, first, second = pickle.load(requests)
        except EOFError:
            return
        if what == "load":
            if second != threads:
                model, threads = None, second
                reset_scheduler()
            answer: object = presolved(first, model_of(first, second))
            model = model_of(first, second)
        else:
            answer = next_answer(model, first, second)
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    main()
