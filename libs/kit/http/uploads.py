from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import UploadFile

from libs.kit.errors import DomainError
from libs.kit.media.pictures import MAX_BYTES, InvalidImage

FIELD = "image"
MAX_FIELDS = 20
# For `openapi_extra` of routes that accept a picture.
IMAGE_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": [FIELD],
                    "properties": {FIELD: {"type": "string", "contentMediaType": "application/octet-stream"}},
                }
            }
        },
    }
}


class NoImageSelected(DomainError):
    status = 422
    code = "no_image"
    message = "No image selected"

    def __init__(self) -> None:
        super().__init__(fields=[{"field": FIELD, "message": self.message}])


async def _image_of_form(request: Request) -> bytes:
    """Reads at most one byte more than allowed, so that the picture is then refused as too large."""
    async with request.form(max_files=1, max_fields=MAX_FIELDS) as form:
        image = form.get(FIELD)
        if image is None or image == "":
            raise NoImageSelected
        if not isinstance(image, UploadFile):
            raise InvalidImage
        if not image.filename and not image.size:  # Browsers send this for an empty file field.
            raise NoImageSelected
        return await image.read(MAX_BYTES + 1)


ImageDep = Annotated[bytes, Depends(_image_of_form)]
