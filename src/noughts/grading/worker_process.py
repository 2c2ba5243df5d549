"""The process that runs a user's function. Its parent writes lines to one pipe, and reads the answers from another.

The process exits when its parent does.
"""

from noughts.grading.answering import Answering
from noughts.grading.sandbox import limit_resources
from noughts.system.child_process import private_pipes, questions


def main() -> None:
    """Answer lines from the parent process for as long as it runs."""
    pipe, answers = private_pipes()
    limit_resources()
    lines, answering = questions(pipe), Answering()
    while True:
        for answer in answering.answers(lines.get()):
            answers.write(answer + b"\n")
            answers.flush()


if __name__ == "__main__":
    main()
