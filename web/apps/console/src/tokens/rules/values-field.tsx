import { offerOf, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, fieldProps } from '@gatehouse/ui'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { applicationsQuery } from '../../applications/applications.queries'
import { rolesQuery } from '../../roles/roles.queries'
import { LinesField } from '../../shared/lines-field'
import type { TokenCondition } from '../../wire'
import { useT } from '../tokens.texts'
import { KINDS } from './conditions'
import { TenantsField } from './tenants-field'

interface ValuesFieldProps {
  readonly condition: TokenCondition
  readonly onChange: (list: string[]) => void
  readonly readOnly: boolean
}

/** Input for the values of a condition: by name if the role can read the names, otherwise as text. */
export function ValuesField({ condition, ...input }: ValuesFieldProps) {
  const t = useT()
  const can = usePermissions()
  const { list } = condition.value
  if (condition.op === 'in_list') {
    if (condition.attribute === 'tenantId' && can('vendor.read.tenants'))
      return <TenantsField value={list} {...input} />
    if (condition.attribute === 'applicationId' && can('vendor.read.applications'))
      return <ApplicationsField value={list} {...input} />
    if (condition.attribute === 'roleIds' && can('vendor.read.roles')) return <RolesField value={list} {...input} />
    if (condition.attribute === 'tokenType') return <KindsField value={list} {...input} />
  }
  return <LinesField label={t('rules.lines')} help={t('rules.linesHelp')} value={list} {...input} />
}

interface ListProps extends Omit<ValuesFieldProps, 'condition'> {
  readonly value: string[]
}

function ApplicationsField(input: ListProps) {
  const t = useT()
  const { data = [], failure } = offerOf(useQuery(applicationsQuery(useApi())))
  return <OptionsField label={t('rules.applications')} options={data} failure={failure} {...input} />
}

function RolesField(input: ListProps) {
  const t = useT()
  const { data = [], failure } = offerOf(useQuery(rolesQuery(useApi())))
  return <OptionsField label={t('rules.roles')} options={data} failure={failure} {...input} />
}

function KindsField(input: ListProps) {
  const t = useT()
  const options = KINDS.map((id) => ({ id, name: t(`rules.kind.${id}`) }))
  return <OptionsField label={t('rules.kinds')} options={options} failure={null} {...input} />
}

interface SeveralProps extends ListProps {
  readonly label: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly failure: Error | null
}

/** Select for several options. A selected value that no longer exists is shown by its ID until it is removed. */
function OptionsField({ label, options, failure, value, onChange, readOnly }: SeveralProps) {
  const gone = value.filter((one) => !options.some(({ id }) => id === one)).map((id) => ({ id, name: id }))
  return (
    <MultiSelect
      {...fieldProps({ label, error: failure ? errorText(failure) : undefined })}
      data={[...options, ...gone].map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      readOnly={readOnly}
      searchable
      hidePickedOptions
    />
  )
}
