import { i18n } from '@gatehouse/ui'
import { Paper } from '@mantine/core'
import type { OverviewFigures } from '../wire'
import classes from './overview.module.css'
import { useT } from './overview.texts'

interface FigureProps {
  readonly label: string
  readonly counted: OverviewFigures['tenants']
}

/** A count, shown as "more than" if the server stopped counting. */
export function Figure({ label, counted: { count, isMore } }: FigureProps) {
  const t = useT()
  const number = count.toLocaleString(i18n.language)
  return (
    <Paper withBorder p="md" radius="md" className={classes.figure}>
      <dt>{label}</dt>
      <dd>{isMore ? t('atLeast', { count: number }) : number}</dd>
    </Paper>
  )
}
