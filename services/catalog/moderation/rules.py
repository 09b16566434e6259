"""Why moderation of a listing is refused."""

from libs.kit.http.errors import DomainError


class CaseDecides(DomainError):
    """Staff decides about this listing in its case, by the rules of cases."""

    code = "case_decides"
    message = "A case decides about this listing. Please open it in the queue of cases."

    def __init__(self, case_id: int | None) -> None:
        super().__init__(caseId=case_id)
