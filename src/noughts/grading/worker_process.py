"""The process of a worker. The parent writes each line to a pipe, and reads the answers from another pipe.

The process exits when its parent does.
"""

from noughts.grading.answering import Answering
from noughts.grading.sandbox import limit_resources
from noughts.system.child_process import private_pipes, questions


def main() -> None:
    """Run the worker process."""
    pipe, answers = private_pipes()
    limit_resources()
    lines, answering = questions(pipe), Answering()
    while True:
        for answer in answering.answers(lines.get()):
            answers.write(answer + b"\n")
            answers.flush()


if __name__ == "__main__":
    main()
