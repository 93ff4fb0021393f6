"""What can be asked at all, before anything is done."""

from crew.answering.state import LONGEST_QUESTION
from crew.errors import WrongInput


def readable_question(question: str) -> str:
    """The question without surrounding space; raises WrongInput when it is empty, too long, or no readable text."""
    if not isinstance(question, str):
        raise WrongInput(f"The question is no text but {type(question).__name__}. Give it as a string.")
    text = question.strip()
    if not text:
        raise WrongInput("The question is empty. Write what you want to know.")
    if len(text) > LONGEST_QUESTION:
        raise WrongInput(f"The question has {len(text)} characters; at most {LONGEST_QUESTION} are read.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise WrongInput("The question has characters that are no text. Write it in UTF-8, in a locale of UTF-8.")
    return text
