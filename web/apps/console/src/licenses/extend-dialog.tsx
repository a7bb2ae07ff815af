import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { z } from 'zod'
import { DayField } from '../shared/day-field'
import { lastDay } from '../shared/days'
import { extendLicense } from './licenses.actions'
import type { LicenseRow } from './licenses.queries'
import { t, useT } from './licenses.texts'

const day = z.object({ until: lastDay })
const needed = z.object({ until: lastDay.refine((until) => until !== '', { error: () => t('form.dayMissing') }) })

/** Days are those of UTC, as the server counts them. */
export function ExtendDialog({ license, onClose }: { readonly license: LicenseRow; readonly onClose: () => void }) {
  const t = useT()
  const extend = useAction(extendLicense)
  const isExtended = license.extendedUntil !== undefined && license.extendedUntil !== null
  const dialog = useDialogForm<z.infer<typeof day>>({
    schema: isExtended ? day : needed,
    start: { until: license.extendedUntil?.slice(0, 10) ?? '' },
    save: ({ until }) => extend.run({ license, until }),
    refusals: { 'licenses.day_passed': 'until' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('extend.title', { name: license.name })}
      description={t('extend.help')}
      submitLabel={t('extend.submit')}
    >
      <Field of={dialog} name="until">
        {(input) => (
          <DayField
            label={t('form.until')}
            help={t(isExtended ? 'extend.takeBack' : 'extend.utc')}
            optional={isExtended}
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
