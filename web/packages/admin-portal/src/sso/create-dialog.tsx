import { Radio, Stack } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { type ConnectionType, createConnection } from './sso.actions'
import { useT } from './sso.texts'

const TYPES = ['okta', 'azure', 'google', 'saml', 'oidc'] as const

interface CreateDialogProps {
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

/** Makes a connection that is switched off, so that its set-up can be left and gone on with. */
export function CreateDialog({ onMade, onClose }: CreateDialogProps) {
  const t = useT()
  const create = useAction(createConnection, { awaitRefetch: true })
  const dialog = useDialogForm({
    schema: z.object({ type: z.enum(TYPES) }),
    start: { type: 'okta' as ConnectionType },
    save: async ({ type }) => onMade((await create.run(type)).id),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('create.title')} submitLabel={t('create.submit')}>
      <Field of={dialog} name="type">
        {({ value, onChange }) => (
          <Radio.Group label={t('create.type')} value={value} onChange={(next) => onChange(next as ConnectionType)}>
            <Stack gap="sm" mt="xs">
              {TYPES.map((type) => (
                <Radio
                  key={type}
                  data-autofocus={type === value || undefined}
                  value={type}
                  label={t(`types.${type}`)}
                  description={t(`typeHelp.${type}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Field>
    </DialogForm>
  )
}
