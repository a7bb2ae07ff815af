import { Button, CloseButton } from '@mantine/core'
import type { Table } from '@tanstack/react-table'
import { useT } from '../texts'
import toolbar from './toolbar.module.css'
import type { BulkAction } from './types'

interface BulkBarProps<Row> {
  table: Table<Row>
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
}

/** Takes the toolbar's place while rows are selected, so that the rows do not move. */
export function BulkBar<Row>({ table, rows, actions }: BulkBarProps<Row>) {
  const t = useT()
  const clear = () => table.resetRowSelection(true)
  return (
    <div className={toolbar.bulk}>
      <CloseButton aria-label={t('table.clearSelection')} onClick={clear} />
      <span className={toolbar.count} role="status">
        {t('table.selected', { count: rows.length })}
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
