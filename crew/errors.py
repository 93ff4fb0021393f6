"""Errors that a person reads."""


class CrewError(Exception):
    """Something a person can mend; the message names the file, key or setting, and what to do."""


class WrongConfiguration(CrewError):
    """A YAML file, a key in it, or a setting is wrong."""


class SourceUnavailable(CrewError):
    """A database or index that the domain names cannot be opened."""


class ModelUnavailable(CrewError):
    """No deployment of a route can answer."""


class StoreUnavailable(CrewError):
    """Our own state cannot be read or written."""


class WrongInput(CrewError):
    """What a person typed cannot be used."""
