from typing import Annotated

from pydantic import AfterValidator, Field

from libs.contracts.events.evidence import PictureKind
from libs.kit.http.schemas import Id, In, Out
from services.catalog.pictures import rules
from services.catalog.pictures.models import Picture

FileName = Annotated[str, Field(max_length=4096), AfterValidator(rules.plain_name)]


class PictureIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {"example": {"imageUrl": "/api/images/" + "5" * 64, "kind": "level"}}
    }

    image_url: Annotated[str, Field(max_length=300)]
    kind: PictureKind | None = None


class ImageIn(In):
    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "productId": 17,
                "imageUrl": "b3a1f6c2-0d44-4a52",
                "imageOrder": 0,
                "imageName": "front.jpg",
            }
        }
    }

    product_id: Id
    image_url: Annotated[str, Field(min_length=1, max_length=300)]
    image_order: Annotated[int, Field(strict=True, ge=0, le=99)] = 0
    image_name: FileName = ""
    kind: PictureKind | None = None
    seller_id: Id | None = None


class OrderIn(In):
    model_config = In.model_config | {"json_schema_extra": {"example": {"images": [52, 50, 51]}}}

    images: Annotated[list[Id], Field(max_length=rules.MAX_PICTURES)]


class UploadOut(Out):
    """Listings can refer to the picture by `token` or `imageUrl`."""

    token: str
    image_url: str
    width: int
    height: int
    blur: str | None
    sizes: list[int]

    @classmethod
    def from_model(cls, picture: Picture) -> "UploadOut":
        return cls(
            token=picture.token, image_url=f"/api/images/{picture.token}", width=picture.width,
            height=picture.height, blur=picture.blur, sizes=list(rules.SIZES),
        )  # fmt: skip
