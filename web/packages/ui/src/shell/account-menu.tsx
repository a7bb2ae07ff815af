import { Menu } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from '../avatar'
import classes from './account-menu.module.css'
import { AppearanceChoice } from './appearance-choice'
import { Dropdown } from './dropdown'
import { LanguageChoice } from './language-choice'
import { OrganizationChoice, type Organizations } from './organization-choice'
import { useT } from './shell.texts'
import { leavePage } from './unsaved'

export interface AccountMenuProps {
  readonly person: { readonly name: string; readonly email: string; readonly picture?: string | null | undefined }
  readonly organizations: Organizations
  /** Off if the embedding page has fixed the color scheme. */
  readonly appearance?: boolean
  /** The portal's own items, such as a link to another portal. */
  readonly children: ReactNode
  readonly logOutLabel: string
  readonly onLogOut: () => unknown
}

/** The user and their organization, with the organization switch and sign-out. */
export function AccountMenu(props: AccountMenuProps) {
  const { person, organizations, appearance = true, children, logOutLabel, onLogOut } = props
  const t = useT()
  const name = person.name || person.email
  const { active, all } = organizations
  return (
    <Dropdown
      label={active ? t('account.menuIn', { name, organization: active.name }) : t('account.menu', { name })}
      width={264}
      target={
        <>
          <Avatar name={name} src={person.picture ?? null} size={28} />
          <span className={classes.text}>
            <span className={classes.name}>{name}</span> <span className={classes.detail}>{active?.name}</span>
          </span>
        </>
      }
    >
      <div className={classes.user}>
        <div className={classes.name}>{name}</div>
        <div className={classes.detail}>{person.email}</div>
        {all.length < 2 && <div className={classes.detail}>{active?.name}</div>}
      </div>
      <Menu.Divider />
      {all.length > 1 && <OrganizationChoice {...organizations} />}
      {children}
      {appearance && <AppearanceChoice />}
      <LanguageChoice />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />}
        onClick={() => void leavePage(onLogOut)}
      >
        {logOutLabel}
      </Menu.Item>
    </Dropdown>
  )
}
