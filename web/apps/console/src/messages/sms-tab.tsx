import {
  DialogForm,
  Field,
  shortText,
  useAction,
  useDialogForm,
  useEdited,
  usePermissions,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, TextAreaField, useBrand } from '@gatehouse/ui'
import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { SettingsBody } from '../shared/settings-body'
import { fillPlaceholders, type SmsType, TEXTS } from './mail-types'
import { resetText, saveText } from './messages.actions'
import { readTexts, smsTemplatesQuery } from './messages.queries'
import { t, useT } from './messages.texts'
import { TemplateRow } from './template-row'

/** All text message templates. */
export function SmsTab() {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const templates = useQuery(smsTemplatesQuery(useApi()))
  const reset = useAction(resetText)
  const [editing, setEditing] = useState<SmsType>()
  const [asking, setAsking] = useState<SmsType>()
  const findTemplate = (kind: SmsType) => templates.data?.written.find((one) => one.type === kind)?.template
  const getDefault = (kind: SmsType) => templates.data?.defaults.find((one) => one.type === kind)?.template ?? ''
  return (
    <SettingsBody needs={[templates]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <Card>
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {TEXTS.map((kind) => (
              <TemplateRow
                key={kind}
                name={t(`texts.${kind}`)}
                isOwn={findTemplate(kind) !== undefined}
                isOff={false}
                canChange={canChange}
                onOpen={() => setEditing(kind)}
                onReset={findTemplate(kind) === undefined ? undefined : () => setAsking(kind)}
              />
            ))}
          </Stack>
          {editing && (
            <TextDialog
              kind={editing}
              written={findTemplate(editing)}
              usual={getDefault(editing)}
              onClose={() => setEditing(undefined)}
            />
          )}
          {asking && (
            <ConfirmDialog
              opened
              onClose={() => setAsking(undefined)}
              onConfirm={() => reset.run(asking)}
              title={t('question', { name: t(`texts.${asking}`) })}
              verb={t('verb')}
            >
              {t('warning')}
            </ConfirmDialog>
          )}
        </Card>
      )}
    </SettingsBody>
  )
}

const schema = z.object({ template: shortText(300).min(1, { error: () => t('form.missing') }) })

type Values = z.infer<typeof schema>

interface TextDialogProps {
  readonly kind: SmsType
  readonly written: string | undefined
  readonly usual: string
  readonly onClose: () => void
}

function TextDialog({ kind, written, usual, onClose }: TextDialogProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const { name: vendor = '' } = useBrand()
  const save = useAction(saveText)
  const api = useApi()
  const edited = useEdited<Values>()
  const [start] = useState<Values>({ template: written ?? usual })
  const dialog = useDialogForm<Values>({
    schema,
    start,
    async save(values, changed) {
      if (!canChange) return
      const now = (await readTexts(api)).find(({ type }) => type === kind)?.template ?? usual
      await save.run({ kind, ...values, ...edited(start, changed, { template: now }) })
    },
    refusals: { 'templates.refused': 'template' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t(canChange ? 'editOf' : 'showOf', { name: t(`texts.${kind}`) })}
      submitLabel={t(canChange ? 'form.submit' : 'form.close')}
    >
      <Field of={dialog} name="template">
        {(input) => (
          <TextAreaField
            label={t('form.template')}
            help={t('form.placeholders', { names: '{{code}}, {{vendor}}' })}
            data-autofocus
            {...input}
            readOnly={!canChange}
          />
        )}
      </Field>
      <div>
        <Text fw={500} size="sm">
          {t('form.preview')}
        </Text>
        <Text>{fillPlaceholders(dialog.form.watch('template'), { code: '123456', vendor })}</Text>
      </div>
    </DialogForm>
  )
}
