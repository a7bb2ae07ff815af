import { useSession, useSessionState, useTenants } from '@gatehouse/react'
import { Avatar, errorText, toast, useBrand } from '@gatehouse/ui'
import { Loader, Menu, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useT } from '../portal.texts'
import { usePortalContext } from '../shared/router'
import classes from './account-menu.module.css'
import { AppearanceChoice } from './appearance-choice'

/** Who is signed in and for which organization; the ways to another organization and out. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const t = useT()
  const session = useSession()
  const { user } = useSessionState()
  const { activeTenant, tenants } = useTenants()
  const { name: product } = useBrand()
  const { appUrl } = usePortalContext()
  if (!user) return null
  const name = user.name || user.email

  return (
    <Menu position={compact ? 'bottom-end' : 'top-start'} width={264} withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={classes.target}
          data-compact={compact || undefined}
          aria-label={t('account.menu', { name })}
        >
          <Avatar name={name} src={user.profilePictureUrl ?? null} size={32} />
          {!compact && (
            <>
              <span className={classes.words}>
                <span className={classes.name}>{name}</span>
                <span className={classes.tenant}>{activeTenant?.name}</span>
              </span>
              <IconChevronDown size={16} className={classes.arrow} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <div className={classes.name}>{name}</div>
          <div className={classes.tenant}>{user.email}</div>
          {tenants.length < 2 && <div className={classes.tenant}>{activeTenant?.name}</div>}
        </div>
        <Menu.Divider />
        {tenants.length > 1 && <TenantItems />}
        <AppearanceChoice />
        <Menu.Item component="a" href={appUrl} leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}>
          {product ? t('account.back', { name: product }) : t('account.backToApp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
          onClick={() => void session.logout()}
        >
          {t('account.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function TenantItems() {
  const t = useT()
  const { tenants, activeTenant, switchingTo, switchTenant } = useTenants()
  const change = (tenantId: string) =>
    switchTenant(tenantId).catch((error: unknown) => {
      toast.error(t('account.switchFailed', { name: activeTenant?.name ?? '', reason: errorText(error) }))
    })
  return (
    <>
      <Menu.Label>{t('account.organizations')}</Menu.Label>
      <div className={classes.tenants}>
        {tenants.map(({ tenantId, name }) => {
          const isActive = tenantId === activeTenant?.tenantId
          return (
            <Menu.Item
              key={tenantId}
              closeMenuOnClick={false}
              disabled={switchingTo !== null}
              aria-current={isActive || undefined}
              leftSection={<Avatar name={name} size={20} shape="square" />}
              rightSection={
                switchingTo === tenantId ? <Loader size={14} /> : isActive && <IconCheck size={16} aria-hidden />
              }
              onClick={() => {
                if (!isActive) void change(tenantId)
              }}
            >
              <span className={classes.name}>{name}</span>
            </Menu.Item>
          )
        })}
      </div>
      <Menu.Divider />
    </>
  )
}
