import { InlineAlert } from '@gatehouse/ui'
import { Button, Group } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useNavigate } from '../shared/router'
import { useTableState } from '../shared/table-state'
import { usersTable } from './users.queries'
import { useT } from './users.texts'

interface RecentInvites {
  /** Addresses in lower case. */
  readonly emails: readonly string[]
  readonly add: (emails: readonly string[]) => void
  /** The notice about the last of them was read. */
  readonly isRead: boolean
  readonly read: () => void
}

const Context = createContext<RecentInvites>({ emails: [], add: () => undefined, isRead: true, read: () => undefined })

/** Who was invited since the page was opened: the list marks them, as its order may put them anywhere. */
export function RecentInvitesProvider({ children }: { children: ReactNode }) {
  const [emails, setEmails] = useState<readonly string[]>([])
  const [isRead, setRead] = useState(false)
  const add = useCallback((more: readonly string[]) => {
    setEmails((all) => [...all, ...more.map((email) => email.toLowerCase())])
    setRead(false)
  }, [])
  const read = useCallback(() => setRead(true), [])
  const value = useMemo(() => ({ emails, add, isRead, read }), [emails, add, isRead, read])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

export const useRecentInvites = () => useContext(Context)

/** Where to look for the last of them. */
export function RecentInviteNotice() {
  const t = useT()
  const navigate = useNavigate()
  const { state } = useTableState(usersTable)
  const { emails, isRead, read } = useRecentInvites()
  const email = emails.at(-1)
  if (!email || isRead || state.filter === email) return null
  const column = t(ORDERS[state.sort ?? ''] ?? 'columns.user')
  const show = () => void navigate({ to: '.', search: { filter: email }, resetScroll: false })
  return (
    <InlineAlert
      action={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={show}>
            {t('newcomer.show')}
          </Button>
          <Button variant="subtle" size="xs" onClick={read}>
            {t('newcomer.dismiss')}
          </Button>
        </Group>
      }
    >
      {t(state.order === 'asc' ? 'newcomer.ascending' : 'newcomer.descending', { email, column })}
    </InlineAlert>
  )
}

const ORDERS: Readonly<Record<string, 'columns.user' | 'columns.joinedAt' | 'columns.lastSeen'>> = {
  joinedAt: 'columns.joinedAt',
  lastLogin: 'columns.lastSeen',
}
