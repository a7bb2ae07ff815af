import { useAuthUserOrNull, useSession } from '@gatehouse/react'
import { goToLogout } from '@gatehouse/sdk'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { forgetPerson } from '../analytics/posthog'
import { useConfig } from '../config/config.queries'

/** Who is signed in, as the whole portal sees them (licensing spec §1). */
export interface UserData {
  readonly accessToken: string
  readonly name: string
  readonly email: string
  readonly profilePicture: string | undefined
  readonly tenantId: string
  /** Switches kept in the person's metadata; `preview` shows unfinished pages. */
  readonly flags: { readonly preview?: boolean; readonly [name: string]: unknown }
  readonly logout: () => void
}

type Value = { readonly user: UserData | null }

const UserDataContext = createContext<Value | null>(null)

export function UserDataProvider({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const user = useAuthUserOrNull()
  const { logoutUrl } = useConfig()
  const value = useMemo<Value>(() => {
    if (!user) return { user: null }
    const logout = () => {
      forgetPerson()
      goToLogout(session.environment, logoutUrl)
    }
    const { accessToken, name, email, tenantId } = user
    const profilePicture = user.profilePictureUrl ?? undefined
    return { user: { accessToken, name, email, profilePicture, tenantId, flags: parseFlags(user.metadata), logout } }
  }, [user, session, logoutUrl])
  return <UserDataContext value={value}>{children}</UserDataContext>
}

export function useUserData(): UserData {
  const value = useContext(UserDataContext)
  if (!value) throw new Error('outside user data context')
  if (!value.user) throw new Error('user not authenticated')
  return value.user
}

/** The metadata is JSON text; missing or invalid text is no flags. */
export function parseFlags(metadata: unknown): UserData['flags'] {
  try {
    const parsed: unknown = JSON.parse(String(metadata))
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as UserData['flags']) : {}
  } catch {
    return {}
  }
}
