from libs.kit.errors import DomainError


class CaseDecides(DomainError):
    """The listing has a case, and only the decision of the case can change it."""

    code = "case_decides"
    message = "A case decides about this listing. Please open it in the queue of cases."

    def __init__(self, case_id: int | None) -> None:
        super().__init__(caseId=case_id)
