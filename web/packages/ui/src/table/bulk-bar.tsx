import { Button, CloseButton } from '@mantine/core'
import { useT } from '../texts'
import toolbar from './toolbar.module.css'
import type { BulkAction } from './types'
import type { Selection } from './use-selection'

interface BulkBarProps<Row> {
  selection: Selection<Row>
  /** The number of selected rows on other pages. */
  elsewhere: number
  actions: readonly BulkAction<Row>[]
}

/** Replaces the toolbar while rows are selected, so that the rows do not move. */
export function BulkBar<Row>({ selection: { rows, clear }, elsewhere, actions }: BulkBarProps<Row>) {
  const t = useT()
  return (
    <div className={toolbar.bulk}>
      <CloseButton aria-label={t('table.clearSelection')} onClick={clear} />
      <span className={toolbar.count} role="status">
        {t('table.selected', { count: rows.length })}
        {elsewhere > 0 && <span className={toolbar.otherPages}>{t('table.elsewhere', { count: elsewhere })}</span>}
      </span>
      {actions.map(({ label, icon: Icon, onClick, danger, loading }) => (
        <Button
          key={label}
          variant="default"
          c={danger ? 'var(--gh-danger-text)' : undefined}
          leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
          loading={loading}
          onClick={() => onClick(rows, clear)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
