import { DialogForm, Field, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { DayField } from '@gatehouse/ui'
import { useState } from 'react'
import { z } from 'zod'
import { lastDay } from '../shared/days'
import { extendLicense } from './licenses.actions'
import { type LicenseRow, readLicense } from './licenses.queries'
import { t, useT } from './licenses.texts'

const day = z.object({ until: lastDay })
const needed = z.object({ until: lastDay.refine((until) => until !== '', { error: () => t('form.dayMissing') }) })

type Values = z.infer<typeof day>
const toFormValues = ({ extendedUntil }: LicenseRow): Values => ({ until: extendedUntil?.slice(0, 10) ?? '' })

/** Days are in UTC, as on the server. */
export function ExtendDialog({ license, onClose }: { readonly license: LicenseRow; readonly onClose: () => void }) {
  const t = useT()
  const extend = useAction(extendLicense)
  const isExtended = license.extendedUntil !== undefined && license.extendedUntil !== null
  const api = useApi()
  const edited = useEdited<Values>()
  const [start] = useState(() => toFormValues(license))
  const dialog = useDialogForm<Values>({
    schema: isExtended ? day : needed,
    start,
    async save(values) {
      // Also checks an unchanged day: another administrator may have set a later one.
      const now = toFormValues(await readLicense(api, license.fingerprint))
      return extend.run({ license, ...values, ...edited(start, values, now) })
    },
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
