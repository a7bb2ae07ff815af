import classes from './endpoint.module.css'

/** What it is called, over where it is. */
export function EndpointName({ name, url }: { readonly name: string; readonly url: string }) {
  return (
    <span className={classes.endpoint}>
      <span className={classes.name}>{name}</span>
      {name !== url && <span className={classes.url}>{url}</span>}
    </span>
  )
}
