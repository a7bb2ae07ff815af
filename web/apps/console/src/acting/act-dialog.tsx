import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi, useSession } from '@gatehouse/react'
import { fieldProps, InlineAlert, TextAreaField } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { nameOf } from '../people/people.actions'
import { MOST_SHOWN } from '../shared/choice-field'
import type { RunFresh } from '../shared/fresh-dialog'
import { tenantNamesQuery } from '../tenants/names.queries'
import type { Person, Tenant } from '../wire'
import { actingAllowedQuery, askToAct, beginningAt } from './acting.queries'
import { t, useT } from './acting.texts'
import { PersonField } from './person-field'

/** The dialog opens from a user, who picks one of their tenants, or from a tenant, which picks one of its users. */
export type Target = { readonly person: Person } | { readonly tenant: Tenant }

export interface Ready {
  readonly link: string
  readonly name: string
}

interface ActDialogProps {
  readonly target: Target
  readonly typed: ActValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunFresh<ActValues>
  readonly onReady: (ready: Ready) => void
  readonly onClose: () => void
}

const chosen = z.string().min(1, { error: () => t('chosen') })
const schema = z.object({
  tenantId: chosen,
  userId: chosen,
  reason: shortText(500).pipe(z.string().min(3, { error: () => t('reasonShort') })),
})

export type ActValues = z.infer<typeof schema>

export function ActDialog({ target, typed, run, onReady, onClose }: ActDialogProps) {
  const t = useT()
  const { baseUrl } = useSession()
  const ask = useAction(askToAct)
  const person = 'person' in target ? target.person : undefined
  const tenants = person?.tenants.map(({ tenantId }) => tenantId) ?? []
  const name = 'tenant' in target ? target.tenant.name : nameOf(target.person)
  const dialog = useDialogForm<ActValues>({
    schema,
    start: {
      tenantId: 'tenant' in target ? target.tenant.id : tenants.length === 1 ? (tenants[0] ?? '') : '',
      userId: person?.id ?? '',
      reason: '',
    },
    typed,
    save: (values) =>
      run(async () => {
        const { userId, ...where } = values
        const asked = { ...where, impersonatedUserId: userId }
        const { actorToken } = await ask.run(asked)
        onReady({ link: beginningAt(baseUrl, asked, actorToken), name })
      }, values),
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t(person ? 'title' : 'titleIn', { name })}
      description={t('text')}
      submitLabel={t('submit')}
    >
      {person ? (
        <Field of={dialog} name="tenantId">
          {(input) => <TenantChoice ids={tenants} {...input} />}
        </Field>
      ) : (
        <Field of={dialog} name="userId">
          {(input) => <PersonField tenantId={'tenant' in target ? target.tenant.id : ''} {...input} />}
        </Field>
      )}
      <Consent tenantId={dialog.form.watch('tenantId')} name={'tenant' in target ? name : undefined} />
      <Field of={dialog} name="reason">
        {(input) => <TextAreaField label={t('reason')} help={t('reasonHelp')} minRows={2} {...input} />}
      </Field>
    </DialogForm>
  )
}

interface TenantChoiceProps {
  readonly ids: readonly string[]
  readonly value: string
  readonly onChange: (tenantId: string) => void
  readonly error?: string | undefined
}

function TenantChoice({ ids, value, onChange, error, ...input }: TenantChoiceProps) {
  const t = useT()
  const { data: names } = useQuery(tenantNamesQuery(useApi(), ids))
  return (
    <Select
      {...fieldProps({ label: t('tenant'), error })}
      {...input}
      data={ids.map((id) => ({ value: id, label: names?.get(id) ?? id }))}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      limit={MOST_SHOWN}
    />
  )
}

/** Warns before submitting if the tenant does not allow impersonation. */
function Consent({ tenantId, name }: { readonly tenantId: string; readonly name: string | undefined }) {
  const t = useT()
  const api = useApi()
  const { data } = useQuery(actingAllowedQuery(api, tenantId))
  const { data: names } = useQuery(tenantNamesQuery(api, name === undefined && tenantId ? [tenantId] : []))
  if (!data || data.allowed) return null
  return <InlineAlert tone="warning">{t('forbidden', { name: name ?? names?.get(tenantId) ?? tenantId })}</InlineAlert>
}
