import { StatusBadge } from '@gatehouse/ui'
import { Button, Group, Text } from '@mantine/core'
import { useT } from './messages.texts'

interface TemplateRowProps {
  readonly name: string
  readonly isOwn: boolean
  readonly isOff: boolean
  readonly canChange: boolean
  readonly onOpen: () => void
  /** Undefined for a default template. */
  readonly onReset?: (() => void) | undefined
}

/** A template in the list, with its status and an edit button. */
export function TemplateRow({ name, isOwn, isOff, canChange, onOpen, onReset }: TemplateRowProps) {
  const t = useT()
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="sm" flex={1} miw={0}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <StatusBadge tone={isOwn ? 'info' : 'neutral'}>{t(isOwn ? 'own' : 'default')}</StatusBadge>
        {isOff && <StatusBadge tone="warning">{t('off')}</StatusBadge>}
      </Group>
      <Group gap="xs" wrap="nowrap">
        {canChange && onReset && (
          <Button variant="subtle" size="compact-sm" flex="none" onClick={onReset}>
            {t('reset')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          onClick={onOpen}
          aria-label={t(canChange ? 'editOf' : 'showOf', { name })}
        >
          {t(canChange ? 'edit' : 'show')}
        </Button>
      </Group>
    </Group>
  )
}
