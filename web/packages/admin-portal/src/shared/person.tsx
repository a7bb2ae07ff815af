import { Avatar } from '@gatehouse/ui'
import type { ReactNode } from 'react'
import classes from './person.module.css'

interface PersonProps {
  readonly name: string
  /** Below the name. Left out where it stands in the place of the name. */
  readonly email?: string | undefined
  readonly picture?: string | null | undefined
  readonly size?: number
  /** What stands for the name: a link, or the name with a badge. */
  readonly children?: ReactNode
}

/** A user in a list. In a table a long name is truncated and its title has all of it; elsewhere it wraps. */
export function Person({ name, email, picture, size = 32, children = <bdi>{name}</bdi> }: PersonProps) {
  return (
    <span className={classes.person}>
      <Avatar name={name} src={picture ?? null} size={size} />
      <span className={classes.text}>
        <span className={classes.name} title={name}>
          {children}
        </span>
        {email && (
          <span className={classes.email} title={email}>
            <Address>{email}</Address>
          </span>
        )}
      </span>
    </span>
  )
}

/** An email address: where one line is too short it breaks before its sign first. */
export function Address({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@')
  if (at < 1) return <bdi>{children}</bdi>
  return (
    <bdi>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </bdi>
  )
}
