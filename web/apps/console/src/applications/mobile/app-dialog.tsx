import { DialogForm, Field, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { useState } from 'react'
import { ChoiceField } from '../../shared/choice-field'
import { cleanLines, LinesField } from '../../shared/lines-field'
import { type AppValues, appSchema } from './app-schema'
import { appChange, type MobileApp, readMobileApps, saveApp } from './mobile.queries'
import { t, useT } from './mobile.texts'

interface AppDialogProps {
  /** Undefined for a new app. */
  readonly known?: { readonly name: string; readonly app: MobileApp }
  readonly onClose: () => void
}

const toFormValues = (name: string, { platform, fingerprints = [] }: MobileApp): AppValues => ({
  platform,
  name,
  fingerprints,
})

/** Form for a new app, or for the certificates of an existing one. The app ID identifies it and cannot change. */
export function AppDialog({ known, onClose }: AppDialogProps) {
  const t = useT()
  const save = useAction(saveApp)
  const api = useApi()
  const edited = useEdited<AppValues>()
  const [start] = useState(() => toFormValues(known?.name ?? '', known?.app ?? { platform: 'ios' }))
  const dialog = useDialogForm<AppValues>({
    schema: appSchema,
    start,
    async save(values, changed) {
      const there = (await readMobileApps(api))[values.name]
      if (!known) return save.run(appChange(values.name, newApp(values, there)))
      if (!there) throw new ApiError(409, '', [t('form.gone')])
      const { fingerprints = start.fingerprints } = edited(start, changed, toFormValues(known.name, there))
      return save.run(appChange(known.name, { platform: there.platform, fingerprints: cleanLines(fingerprints) }))
    },
    onClose,
  })
  const platform = dialog.form.watch('platform')
  return (
    <DialogForm
      of={dialog}
      title={known ? t('form.titleOf', { name: known.name }) : t('form.title')}
      submitLabel={t(known ? 'form.submitOf' : 'form.submit')}
    >
      {!known && (
        <>
          <Field of={dialog} name="platform">
            {(input) => (
              <ChoiceField
                label={t('form.platform')}
                options={[
                  ['ios', t('platform.ios')],
                  ['android', t('platform.android')],
                ]}
                {...input}
              />
            )}
          </Field>
          <Field of={dialog} name="name">
            {(input) => (
              <TextField
                label={t('form.name')}
                help={t(`form.nameHelp.${platform}`)}
                autoComplete="off"
                spellCheck={false}
                data-autofocus
                {...input}
              />
            )}
          </Field>
        </>
      )}
      {platform === 'android' && (
        <Field of={dialog} name="fingerprints">
          {(input) => <LinesField label={t('form.prints')} help={t('form.printsHelp')} {...input} />}
        </Field>
      )}
    </DialogForm>
  )
}

/**
 * Refuses to overwrite another entry with the same name. An equal entry is the result of an earlier attempt whose
 * response was lost.
 */
function newApp({ platform, fingerprints }: AppValues, there: MobileApp | undefined): MobileApp {
  const app = { platform, fingerprints: platform === 'ios' ? [] : cleanLines(fingerprints) }
  const isSame = there?.platform === platform && String(there.fingerprints ?? []) === String(app.fingerprints)
  if (there && !isSame) throw new ApiError(409, '', [`name: ${t('form.nameTaken')}`])
  return app
}
