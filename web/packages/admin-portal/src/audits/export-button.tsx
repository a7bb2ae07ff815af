import { i18n } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import classes from './audits.module.css'
import type { AuditsState } from './audits.queries'
import { useT } from './audits.texts'
import { useExport } from './use-export'

interface ExportButtonProps {
  readonly state: AuditsState
  /** How many entries there are, where that is known. */
  readonly total: number | undefined
}

export function ExportButton({ state, total }: ExportButtonProps) {
  const t = useT()
  const { running, start, cancel } = useExport(state)
  const number = new Intl.NumberFormat(i18n.language)
  if (!running)
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => start('csv')}
        >
          {t('export.button')}
        </Button>
        <Button variant="default" onClick={() => start('pdf')}>
          {t('export.print')}
        </Button>
      </>
    )
  const count = number.format(running.entries)
  const counted = total ? t('export.share', { count, total: number.format(total) }) : t('export.running', { count })
  return (
    <>
      <span role="status" className={classes.progress}>
        {running.kind === 'csv' ? counted : t('export.printing')}
      </span>
      <Button variant="default" onClick={cancel}>
        {t('export.cancel')}
      </Button>
    </>
  )
}
