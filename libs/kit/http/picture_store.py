from typing import Annotated

from fastapi import Depends, FastAPI, Request

from libs.kit.media.pictures import PictureStore


def picture_store_of(app: FastAPI) -> PictureStore:
    settings, state = app.state.settings, app.state
    place = settings.media_url or str(settings.media_dir)
    if getattr(state, "picture_place", None) != place:  # Tests open the app with other settings.
        state.picture_store, state.picture_place = PictureStore(place), place
    store: PictureStore = state.picture_store
    return store


async def _picture_store(request: Request) -> PictureStore:
    return picture_store_of(request.app)


PictureStoreDep = Annotated[PictureStore, Depends(_picture_store)]
