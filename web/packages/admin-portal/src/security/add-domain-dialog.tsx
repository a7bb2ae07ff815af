import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { shortText } from '../shared/schemas'
import type { ListMode } from '../wire'
import { addDomain } from './domains.queries'
import { t, useT } from './security.texts'

// Roughly, in any script; what it means exactly is for the server to say.
const DOMAIN = /^[^\s@/:*]+\.[^\s@/:*.]{2,}$/

const schema = z.object({
  domain: shortText(253).refine((text) => DOMAIN.test(text), { error: () => t('domains.domainWrong') }),
})

export function AddDomainDialog({ mode, onClose }: { mode: ListMode; onClose: () => void }) {
  const t = useT()
  const add = useAction(addDomain)
  const dialog = useDialogForm({
    schema,
    start: { domain: '' },
    save: ({ domain }) => add.run({ domain, type: mode }),
    refusals: { 'domain_restrictions.*': 'domain' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('domains.add')} description={t(`domains.${mode}`)} submitLabel={t('domains.add')}>
      <Field of={dialog} name="domain">
        {(input) => (
          <TextField
            label={t('domains.domain')}
            help={t('domains.domainHelp')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
