import { Button, Group } from '@mantine/core'
import classes from './save-bar.module.css'
import { useUnsaved } from './shell/unsaved'
import { useT } from './texts'

interface SaveBarProps {
  dirty: boolean
  onDiscard: () => void
  /** Omit inside a form: the button then submits. */
  onSave?: () => void
  saving?: boolean
  error?: string
}

/** Shown at the bottom of a card with unsaved changes; asks before the page is left. */
export function SaveBar({ dirty, onDiscard, onSave, saving = false, error }: SaveBarProps) {
  const t = useT()
  useUnsaved(dirty)
  if (!dirty && !saving) return null
  return (
    <Group className={classes.bar} justify="space-between" gap="xs">
      <span className={error ? classes.error : classes.text} role={error ? 'alert' : 'status'}>
        {error ?? t('saveBar.unsaved')}
      </span>
      <Group gap="xs" ml="auto">
        <Button variant="default" onClick={onDiscard} disabled={saving}>
          {t('saveBar.discard')}
        </Button>
        <Button type={onSave ? 'button' : 'submit'} onClick={onSave} loading={saving}>
          {t('saveBar.save')}
        </Button>
      </Group>
    </Group>
  )
}
