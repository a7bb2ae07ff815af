import { useNavigate } from '@gatehouse/admin-portal/kit'
import { Tabs } from '@mantine/core'
import { useT as useUsersTexts } from '../users.texts'
import { useT } from './merges.texts'

const PATHS = { people: '/people', merges: '/people/merges' } as const
type Tab = keyof typeof PATHS

/** Tabs of the users section. Arrow keys move between them, Enter opens one. */
export function UsersTabs({ current }: { readonly current: Tab }) {
  const t = useT()
  const people = useUsersTexts()
  const navigate = useNavigate()
  return (
    <Tabs
      value={current}
      onChange={(tab) => void navigate({ to: PATHS[tab as Tab], search: {} })}
      activateTabWithKeyboard={false}
      mb="lg"
    >
      <Tabs.List aria-label={people('title')}>
        {(Object.keys(PATHS) as Tab[]).map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
