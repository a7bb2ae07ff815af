import { DayField, type DayFieldProps, InlineAlert } from '@gatehouse/ui'
import { hasPassed } from './days'
import { useT } from './days.texts'

/** Date field for the last day of something. Warns if the day is in the past, which the server accepts. */
export function EndDayField(props: DayFieldProps) {
  const t = useT()
  return (
    <>
      <DayField {...props} />
      {hasPassed(props.value) && <InlineAlert tone="warning">{t('passed')}</InlineAlert>}
    </>
  )
}
