import { unwrap } from '@gatehouse/api'
import { useApi, useSession } from '@gatehouse/react'
import { useMutation } from '@tanstack/react-query'

export interface ProfileChange {
  readonly name?: string
  readonly phoneNumber?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly profilePictureUrl?: string | null
}

/** Saves what changed, then shows it everywhere the person appears. */
export function useSaveProfile() {
  const api = useApi()
  const session = useSession()
  return useMutation({
    mutationFn: (change: ProfileChange) => unwrap(api.PUT('/identity/resources/users/v2/me', { body: change })),
    onSuccess: () => session.reloadUser(),
  })
}

/** The server keeps the picture and puts its address into the profile. */
export function useSavePicture() {
  const api = useApi()
  const session = useSession()
  return useMutation({
    mutationFn(picture: Blob) {
      const form = new FormData()
      form.set('image', picture, 'picture')
      return unwrap(
        api.PUT('/team/resources/profile/me/image/v1', {
          body: { image: '' },
          bodySerializer: () => form,
          parseAs: 'text',
        }),
      )
    },
    onSuccess: () => session.reloadUser(),
  })
}
