//! All tilings of a board by the library of sugyan/pentomino, printed: pentomino-board BOARD default|small|large.
//! How it is built: ../README.md.
use pentomino_solver::solvers::{DefaultSolver, OptimizedSolver, OptimizedSolverType};
use pentomino_solver::Solver;
use std::io::Write;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (rows, cols, initial) = match args[1].as_str() {
        "3x20" => (3, 20, 0), "4x15" => (4, 15, 0), "5x12" => (5, 12, 0), "6x10" => (6, 10, 0),
        _ => (8, 8, [27u64, 28, 35, 36].iter().map(|p| 1u64 << p).sum::<u64>()),
    };
    let solver: Box<dyn Solver> = match args[2].as_str() {
        "default" => Box::new(DefaultSolver::new(rows, cols)),
        "small" => Box::new(OptimizedSolver::new(rows, cols, OptimizedSolverType::SmallTable)),
        _ => Box::new(OptimizedSolver::new(rows, cols, OptimizedSolverType::LargeTable)),
    };
    let found = solver.solve(initial, false);
    let out = std::io::stdout();
    let mut out = std::io::BufWriter::new(out.lock());
    for solution in &found {
        for row in solver.represent_solution(solution) {
            let line: String = row.iter().map(|p| match p { Some(p) => p.to_string(), None => " ".to_string() }).collect();
            writeln!(out, "{line}").unwrap();
        }
        writeln!(out).unwrap();
    }
    writeln!(out, "{}", found.len()).unwrap();
}
