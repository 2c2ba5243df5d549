"""Turn errors of the database drivers into readable messages."""

from sqlalchemy.exc import DBAPIError

from noughts.web.model.errors import StoreFault

_SQLITE_DAMAGE = {11, 26}  # SQLITE_CORRUPT, SQLITE_NOTADB
_POSTGRESQL_DAMAGE = {"XX001", "XX002"}  # data_corrupted, index_corrupted
_REASONS = {
    "full": "the disk is full",
    "no space": "the disk is full",
    "locked": "another program has locked the database",
    "lock timeout": "another program has locked the database",
    "readonly": "the database is read-only",
    "read-only": "the database is read-only",
    "i/o error": "the disk reports an error",
    "connect": "the database cannot be reached",
}


def store_fault(error: DBAPIError, failure: str = "the game could not be saved") -> StoreFault:
    """Convert a database error to a StoreFault with a readable message. The driver's error becomes the cause."""
    message = str(error.orig).lower()
    if is_damage(error.orig):
        fault = StoreFault(f"{failure}: the database is damaged")
    else:
        reason = next((reason for word, reason in _REASONS.items() if word in message), "the database reports an error")
        if error.connection_invalidated:
            reason = "the database cannot be reached"
        fault = StoreFault(f"{failure}: {reason}; try again")
    fault.__cause__ = error
    return fault


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error of a database driver means that the stored data is corrupt."""
    sqlite_code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the other bits say where the damage was noticed
    return sqlite_code in _SQLITE_DAMAGE or getattr(error, "sqlstate", None) in _POSTGRESQL_DAMAGE
