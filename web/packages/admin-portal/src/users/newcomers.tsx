import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useNavigate } from '../shared/router'
import { useTableState } from '../shared/table-state'
import { usersTable } from './users.queries'
import { useT } from './users.texts'

interface Newcomers {
  /** Addresses in lower case. */
  readonly emails: readonly string[]
  readonly add: (emails: readonly string[]) => void
}

const Context = createContext<Newcomers>({ emails: [], add: () => undefined })

/** Who was invited since the page was opened: the list marks them, as its order may put them anywhere. */
export function NewcomersProvider({ children }: { children: ReactNode }) {
  const [emails, setEmails] = useState<readonly string[]>([])
  const add = useCallback(
    (more: readonly string[]) => setEmails((all) => [...all, ...more.map((email) => email.toLowerCase())]),
    [],
  )
  return <Context.Provider value={useMemo(() => ({ emails, add }), [emails, add])}>{children}</Context.Provider>
}

export const useNewcomers = () => useContext(Context)

/** Where to look for the last of them. */
export function NewcomerNotice() {
  const t = useT()
  const navigate = useNavigate()
  const { state } = useTableState(usersTable)
  const email = useNewcomers().emails.at(-1)
  if (!email || state.filter === email) return null
  const column = t(ORDERS[state.sort ?? ''] ?? 'columns.user')
  const show = () => void navigate({ to: '.', search: { filter: email }, resetScroll: false })
  return (
    <InlineAlert
      action={
        <Button variant="default" size="xs" onClick={show}>
          {t('newcomer.show')}
        </Button>
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
