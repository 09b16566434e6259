from datetime import datetime, timedelta, timezone

# Malaysia has no daylight saving time.
HERE = timezone(timedelta(hours=8))


def written_here(moment: datetime, months: list[str]) -> str:
    local = moment.astimezone(HERE)
    return f"{local.day} {months[local.month - 1]} {local.year}, {local:%H:%M}"
