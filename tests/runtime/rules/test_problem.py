"""Problems and the nearest known name."""

from runtime.rules.problem import Problem, RuleFileError, did_you_mean


def test_an_error_lists_each_problem_on_its_line() -> None:
    problems = [Problem("a.yaml", 3, 5, "schema", "error", "x: y"), Problem("b.yaml", 1, 1, "id", "error", "z")]
    error = RuleFileError(problems)
    assert str(error) == "a.yaml:3:5: x: y\nb.yaml:1:1: z"
    assert error.problems == tuple(problems)


def test_an_unknown_name_gets_the_nearest_or_all_names() -> None:
    assert did_you_mean("titel", ["title", "text"]) == "did you mean `title`?"
    assert did_you_mean("zzz", ["title", "text"]) == "use one of: text, title"
