import { Field, SettingsCard, useAction, useEdited, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { useRef } from 'react'
import { ChoiceField } from '../../shared/choice-field'
import { RuleList } from '../../shared/rules/rule-list'
import type { TokenRule, TokenTemplate } from '../../wire'
import { saveRules } from '../tokens.actions'
import { readTargeting } from '../tokens.queries'
import { useT } from '../tokens.texts'
import { ConditionRow } from './condition-row'
import { newCondition } from './conditions'
import { rulesSchema } from './rules-schema'

interface RulesCardProps {
  readonly rules: readonly TokenRule[]
  readonly templates: readonly TokenTemplate[]
}

interface Values {
  rules: TokenRule[]
}

/** Rules that choose the template of a token. */
export function RulesCard({ rules, templates }: RulesCardProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const save = useAction(saveRules)
  const api = useApi()
  const edited = useEdited<Values>()
  const started = useRef<Partial<Values>>({})
  const settings = useSettingsForm<Values>({
    schema: rulesSchema,
    values: { rules: [...rules] },
    async save(changed) {
      const now = await readTargeting(api)
      const { rules: wanted = [] } = edited(started.current, changed, { rules: now.rules })
      return save.run({ exists: now.exists, rules: wanted })
    },
    refusals: { 'jwt_targeting.*': 'rules' },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = (settings.form.formState.defaultValues ?? {}) as Partial<Values>
  const [first] = templates
  const newRule = (): TokenRule => ({
    conditionLogic: 'and',
    conditions: [newCondition()],
    treatment: first?.key ?? '',
  })
  return (
    <SettingsCard title={t('tabs.rules')} settings={settings}>
      {!first && <InlineAlert tone="info">{t('rules.noTemplates')}</InlineAlert>}
      <Field of={settings} name="rules">
        {({ value, onChange, error, readOnly }) => (
          <RuleList<TokenRule, TokenRule['conditions'][number]>
            value={value}
            onChange={onChange}
            error={error}
            readOnly={readOnly || !first}
            title={t('rules.title')}
            help={t('rules.help')}
            newRule={newRule}
            newCondition={newCondition}
            conditionsOf={({ conditions }) => conditions}
            withConditions={(rule, conditions) => ({ ...rule, conditions })}
            row={({ number, ...row }) => <ConditionRow key={number} number={number} {...row} />}
            result={({ treatment, ...rule }, change) => (
              <ChoiceField
                label={t('rules.template')}
                options={templates.map(({ key, name }) => [key, name])}
                value={treatment}
                onChange={(next) => change({ ...rule, treatment: next })}
                readOnly={readOnly}
                searchable={templates.length > 6}
              />
            )}
          />
        )}
      </Field>
    </SettingsCard>
  )
}
