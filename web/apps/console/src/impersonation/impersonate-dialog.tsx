import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi, useSession } from '@gatehouse/react'
import { fieldProps, InlineAlert, TextAreaField } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MOST_SHOWN } from '../shared/choice-field'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import { tenantNamesQuery } from '../tenants/names.queries'
import { nameOf } from '../users/users.actions'
import type { Tenant, VendorUser } from '../wire'
import { impersonationAllowedQuery, impersonationUrl, requestImpersonation } from './impersonation.queries'
import { t, useT } from './impersonation.texts'
import { TenantUserField } from './tenant-user-field'

/** The dialog opens from a user, who picks one of their tenants, or from a tenant, which picks one of its users. */
export type Target = { readonly user: VendorUser } | { readonly tenant: Tenant }

export interface ImpersonationLink {
  readonly link: string
  readonly name: string
}

interface ImpersonateDialogProps {
  readonly target: Target
  readonly typed: ImpersonationValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<ImpersonationValues>
  readonly onReady: (ready: ImpersonationLink) => void
  readonly onClose: () => void
}

const chosen = z.string().min(1, { error: () => t('chosen') })
const schema = z.object({
  tenantId: chosen,
  userId: chosen,
  reason: shortText(500).pipe(z.string().min(3, { error: () => t('reasonShort') })),
})

export type ImpersonationValues = z.infer<typeof schema>

export function ImpersonateDialog({ target, typed, run, onReady, onClose }: ImpersonateDialogProps) {
  const t = useT()
  const { baseUrl } = useSession()
  const ask = useAction(requestImpersonation)
  const user = 'user' in target ? target.user : undefined
  const tenants = user?.tenants.map(({ tenantId }) => tenantId) ?? []
  const name = 'tenant' in target ? target.tenant.name : nameOf(target.user)
  const dialog = useDialogForm<ImpersonationValues>({
    schema,
    start: {
      tenantId: 'tenant' in target ? target.tenant.id : tenants.length === 1 ? (tenants[0] ?? '') : '',
      userId: user?.id ?? '',
      reason: '',
    },
    typed,
    save: (values) =>
      run(async () => {
        const { userId, ...where } = values
        const asked = { ...where, impersonatedUserId: userId }
        const { actorToken } = await ask.run(asked)
        onReady({ link: impersonationUrl(baseUrl, asked, actorToken), name })
      }, values),
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t(user ? 'title' : 'titleIn', { name })}
      description={t('text')}
      submitLabel={t('submit')}
    >
      {user ? (
        <Field of={dialog} name="tenantId">
          {(input) => <TenantChoice ids={tenants} {...input} />}
        </Field>
      ) : (
        <Field of={dialog} name="userId">
          {(input) => <TenantUserField tenantId={'tenant' in target ? target.tenant.id : ''} {...input} />}
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
  const { data } = useQuery(impersonationAllowedQuery(api, tenantId))
  const { data: names } = useQuery(tenantNamesQuery(api, name === undefined && tenantId ? [tenantId] : []))
  if (!data || data.allowed) return null
  return <InlineAlert tone="warning">{t('forbidden', { name: name ?? names?.get(tenantId) ?? tenantId })}</InlineAlert>
}
