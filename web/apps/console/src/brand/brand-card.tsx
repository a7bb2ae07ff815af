import { Field, SettingsCard, SwitchField, shortText } from '@gatehouse/admin-portal/kit'
import { InlineAlert, i18n, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { changeSettings } from '../shared/settings.queries'
import { useTableForm } from '../shared/use-table-form'
import { t, useT } from './brand.texts'
import { BrandPreview } from './brand-preview'
import { checkContrast } from './contrast'

const COLOR = /^#[0-9a-f]{6}$/i
const DEFAULT = '#2b50c8'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('fields.nameMissing') }),
  logo_url: shortText(2000),
  icon_url: shortText(2000),
  accent_color: z
    .string()
    .trim()
    .refine((text) => text === '' || COLOR.test(text), { error: () => t('fields.accentWrong') }),
  white_label: z.boolean(),
})

export type BrandValues = z.infer<typeof schema>

const saveBrand = changeSettings(() => t('saved'))

const withDefaults = (brand: Partial<BrandValues>): BrandValues => ({
  name: brand.name ?? '',
  logo_url: brand.logo_url ?? '',
  icon_url: brand.icon_url ?? '',
  accent_color: brand.accent_color ?? '',
  white_label: brand.white_label ?? true,
})

/** Name, logo, icon and accent color, with a contrast check before saving. */
export function BrandCard({ brand }: { readonly brand: Partial<BrandValues> }) {
  const t = useT()
  const settings = useTableForm<BrandValues>({
    table: 'brand',
    schema,
    given: brand,
    shown: withDefaults,
    action: saveBrand,
  })
  const [name, logo, typed] = settings.form.watch(['name', 'logo_url', 'accent_color'])
  const accent = COLOR.test(typed) ? typed : DEFAULT
  const { verdict, ratio, shown } = checkContrast(accent)
  return (
    <SettingsCard title={t('card')} settings={settings}>
      <Field of={settings} name="name">
        {(input) => <TextField label={t('fields.name')} autoComplete="off" {...input} />}
      </Field>
      <Field of={settings} name="logo_url">
        {(input) => <TextField label={t('fields.logo_url')} help={t('fields.logoHelp')} optional {...input} />}
      </Field>
      <Field of={settings} name="icon_url">
        {(input) => <TextField label={t('fields.icon_url')} help={t('fields.iconHelp')} optional {...input} />}
      </Field>
      <Field of={settings} name="accent_color">
        {(input) => (
          <TextField
            label={t('fields.accent_color')}
            help={t('fields.accentHelp')}
            autoComplete="off"
            spellCheck={false}
            optional
            {...input}
          />
        )}
      </Field>
      <InlineAlert tone={verdict === 'kept' ? 'success' : 'warning'} title={t('contrast.title')}>
        {t(`contrast.${verdict}`, { ratio: oneDigit(ratio), shown })}
      </InlineAlert>
      <Field of={settings} name="white_label">
        {(input) => <SwitchField label={t('fields.white_label')} {...input} />}
      </Field>
      <BrandPreview name={name} logo={/^https?:\/\//.test(logo) ? logo : ''} accent={accent} />
    </SettingsCard>
  )
}

/** One decimal in the format of the language: 6.8, in German 6,8. */
const oneDigit = (value: number) =>
  new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
