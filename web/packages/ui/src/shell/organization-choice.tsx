import { Loader, Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Avatar } from '../avatar'
import { errorText } from '../errors'
import { toast } from '../toast'
import classes from './account-menu.module.css'
import { useT } from './shell.texts'
import { leavePage } from './unsaved'

interface Organization {
  readonly tenantId: string
  readonly name: string
}

export interface Organizations {
  readonly all: readonly Organization[]
  readonly active: Organization | null
  /** The organization being switched to, until it is active. */
  readonly switchingTo: string | null
  readonly onSwitch: (tenantId: string) => Promise<unknown>
}

/** The organizations of users who belong to several. */
export function OrganizationChoice({ all, active, switchingTo, onSwitch }: Organizations) {
  const t = useT()
  const change = (tenantId: string) =>
    leavePage(() => onSwitch(tenantId)).catch((error: unknown) => {
      toast.error(t('account.switchFailed', { name: active?.name ?? '', reason: errorText(error) }))
    })
  return (
    <>
      <Menu.Label>{t('account.organizations')}</Menu.Label>
      <div className={classes.organizations}>
        {all.map(({ tenantId, name }) => {
          const isActive = tenantId === active?.tenantId
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
