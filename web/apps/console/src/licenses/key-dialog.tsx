import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import type { Secret } from '@gatehouse/ui'
import { z } from 'zod'
import { ChoiceField } from '../shared/choice-field'
import { rotateKey } from './licenses.actions'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'

const HOURS = { none: 0, day: 24, week: 168, month: 720 } as const
const OVERLAPS = ['none', 'day', 'week', 'month'] as const

const schema = z.object({ overlap: z.enum(OVERLAPS) })

interface KeyDialogProps {
  readonly license: LicenseRow
  readonly onMade: (secret: Secret) => void
  readonly onClose: () => void
}

/** Asks how long the current key stays valid, then shows the new key once. */
export function KeyDialog({ license, onMade, onClose }: KeyDialogProps) {
  const t = useT()
  const { name } = license
  const rotate = useAction(rotateKey)
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { overlap: 'week' },
    async save({ overlap }) {
      const { key } = await rotate.run({ license, overlapHours: HOURS[overlap] })
      onMade({ title: t('key.keep', { name }), label: t('key.label'), value: key, fileName: 'license-key.txt' })
    },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('key.title', { name })}
      description={t('key.help', { tenant: license.tenantName })}
      submitLabel={t('key.submit')}
    >
      <Field of={dialog} name="overlap">
        {(input) => (
          <ChoiceField
            label={t('key.overlap')}
            options={OVERLAPS.map((one) => [one, t(`key.overlaps.${one}`)])}
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
