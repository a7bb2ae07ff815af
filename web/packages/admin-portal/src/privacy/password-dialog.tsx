import { ApiError } from '@gatehouse/api'
import { useApi, useAuthUser } from '@gatehouse/react'
import { checkPassword, FormDialog, NewPasswordField, type PasswordConfig, PasswordField, toast } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { passwordConfigQuery, useChangePassword } from './privacy.queries'
import { t, useT } from './privacy.texts'

// Only what the server says counts. While it has not, it is asked with the password itself.
const NO_CONFIG: PasswordConfig = {}

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const user = useAuthUser()
  const { data: config = NO_CONFIG } = useQuery(passwordConfigQuery(useApi()))
  const change = useChangePassword()
  const schema = useMemo(() => schemaFor(config), [config])
  const form = useForm<Passwords>({ resolver: zodResolver(schema), defaultValues: { password: '', newPassword: '' } })
  const { errors, isDirty } = form.formState

  const submit = form.handleSubmit(async (passwords) => {
    try {
      await change.mutateAsync(passwords)
    } catch (error) {
      const field = fieldOf(error)
      if (!field) throw error
      form.setError(field, { message: (error as ApiError).message }, { shouldFocus: true })
      return
    }
    toast.success(t('password.saved'))
    onClose()
  })

  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('password.open')}
      description={t('password.help')}
      onSubmit={submit}
      submitLabel={t('password.open')}
      dirty={isDirty}
    >
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        data-autofocus
        error={errors.password?.message}
        {...form.register('password')}
      />
      <NewPasswordField
        label={t('password.next')}
        config={config}
        about={[user.email, user.name]}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
    </FormDialog>
  )
}

interface Passwords {
  password: string
  newPassword: string
}

function schemaFor(config: PasswordConfig) {
  const check = checkPassword(config)
  return z
    .object({
      password: z.string().min(1, { error: () => t('password.currentMissing') }),
      newPassword: z.string().superRefine((password, context) => {
        const problem = check(password)
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
    })
    .refine(({ password, newPassword }) => password !== newPassword, {
      path: ['newPassword'],
      error: () => t('password.same'),
    })
}

/** Every refusal of a password belongs to the new one, but for that of the current one. */
function fieldOf(error: unknown): keyof Passwords | undefined {
  if (!(error instanceof ApiError) || !error.code.startsWith('passwords.')) return undefined
  return error.code === 'passwords.wrong_current' ? 'password' : 'newPassword'
}
