"""Commands for other solvers: models for them, their answers, exact covers as text."""
