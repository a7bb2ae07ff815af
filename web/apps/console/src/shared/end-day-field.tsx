import { DayField, type DayFieldProps, InlineAlert } from '@gatehouse/ui'
import { hasPassed } from './days'
import { useT } from './days.texts'

/** The last day of something, which the server also takes when it has passed: warns of that. */
export function EndDayField(props: DayFieldProps) {
  const t = useT()
  return (
    <>
      <DayField {...props} />
      {hasPassed(props.value) && <InlineAlert tone="warning">{t('passed')}</InlineAlert>}
    </>
  )
}
