import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { shortText } from '../shared/schemas'
import type { ListMode } from '../wire'
import { addIp } from './ip.queries'
import { t, useT } from './security.texts'

// Roughly; what it means exactly is for the server to say.
const ADDRESS = /^[0-9a-f:.]{2,45}(\/[0-9]{1,3})?$/i

const schema = z.object({
  ip: shortText(64).refine((text) => ADDRESS.test(text), { error: () => t('ip.addressWrong') }),
  description: shortText(200),
})

export function AddIpDialog({ mode, onClose }: { mode: ListMode; onClose: () => void }) {
  const t = useT()
  const add = useAction(addIp)
  const dialog = useDialogForm({
    schema,
    start: { ip: '', description: '' },
    save: (values) => add.run({ ...values, strategy: mode }),
    refusals: { 'ip_restrictions.*': 'ip', 'ER-*': 'ip' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('ip.add')} description={t(`ip.${mode}`)} submitLabel={t('ip.add')}>
      <Field of={dialog} name="ip">
        {(input) => (
          <TextField
            label={t('ip.address')}
            help={t('ip.addressHelp')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="description">
        {(input) => <TextField label={t('ip.description')} help={t('ip.descriptionHelp')} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
