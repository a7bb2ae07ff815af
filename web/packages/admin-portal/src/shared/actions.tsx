import { type RowAction, RowMenu } from '@gatehouse/ui'
import { Button, Group } from '@mantine/core'
import { useT } from '../portal.texts'

const SHOWN = 2

/** What a row's menu offers, where the row stands alone: the first two as buttons, the rest in a menu. */
export function Actions({ actions }: { readonly actions: readonly RowAction[] }) {
  const t = useT()
  const rest = actions.slice(SHOWN)
  return (
    <Group gap="xs">
      {actions.slice(0, SHOWN).map(({ label, icon: Icon, onClick, danger }) => (
        <Button
          key={label}
          variant="default"
          c={danger ? 'var(--gh-danger-text)' : undefined}
          leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      {rest.length > 0 && <RowMenu label={t('details.more')} actions={rest} />}
    </Group>
  )
}
