from libs.kit.errors import DomainError


class CaseDecides(DomainError):
    """The rules for cases decide about this listing."""

    code = "case_decides"
    message = "A case decides about this listing. Please open it in the queue of cases."

    def __init__(self, case_id: int | None) -> None:
        super().__init__(caseId=case_id)
