// What the management calls refuse, by their codes; those that every app meets are in `@gatehouse/ui`. English is what
// the server says itself.
export const texts = {
  'access.missing_permission': 'Ihre Rolle erlaubt das nicht. Fragen Sie jemanden, der Inhaber ist.',
  'access.account_needed': 'Wählen Sie zuerst einen Mandanten',
  'access.impersonated': 'Das kann nur die Person selbst tun',
  'access.staff_protected': 'Das Konto einer Person aus Ihrem Team ändern nur Inhaber',
  'access.step_up_needed': 'Zeigen Sie erst Ihren zweiten Faktor',
  'access.recent_sign_in_needed': 'Melden Sie sich zur Sicherheit neu an, bevor Sie das ändern',
  'method.not_allowed': 'Das geht hier nicht',
  'idempotency.unfinished': 'Der erste Versuch kam nicht zu Ende. Sehen Sie nach, was er bewirkt hat.',
  'server.overloaded': 'Der Dienst ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',

  'prehooks.event_taken': 'Dafür gibt es schon einen Prehook: {{name}}',
  'prehooks.no_custom_code':
    'Gatehouse führt keinen fremden Code aus. Stellen Sie ihn selbst unter einer Adresse bereit.',
  'prehooks.not_found': 'Der Prehook wurde nicht gefunden',
  'prehooks.url_unusable': 'Diese Adresse lässt sich nicht verwenden: Sie führt in ein privates Netz',

  'applications.client_not_found': 'Der Client wurde nicht gefunden',
  'applications.default_is_free': 'Die Standardanwendung dürfen alle nutzen',
  'applications.is_client': 'Das ist der Client einer anderen Anwendung. Ändern Sie ihn dort.',
  'applications.not_assigned': 'Diesem Mandanten wurde die Anwendung nicht gegeben',
  'applications.not_found': 'Die Anwendung wurde nicht gefunden',
  'applications.too_many_clients': 'Mehr Clients kann eine Anwendung nicht haben',
  'applications.unknown': 'Diese Anwendung gibt es nicht, oder sie ist ausgeschaltet',

  'audits.retention_too_long': 'Länger als bei allen wird kein Protokoll aufbewahrt',
  'audits.too_many_steps': 'Der Zeitraum ist zu lang, oder sein Ende liegt vor seinem Anfang',

  'captcha.exists': 'Ein Captcha ist schon eingerichtet. Laden Sie die Seite neu.',
  'captcha.keys_needed': 'Geben Sie beide Schlüssel ein, wie der Anbieter sie nennt',
  'captcha.missing': 'Noch ist kein Captcha eingerichtet',

  'email_addresses.change_refused': 'Adressen können hier nicht geändert werden',
  'email_addresses.is_primary': 'Machen Sie zuerst eine andere Adresse zur ersten',
  'email_addresses.kept_elsewhere': 'Das Verzeichnis der Firma bestimmt diese Adresse',
  'email_addresses.not_found': 'Die Adresse wurde nicht gefunden',
  'email_addresses.not_verified': 'Diese Adresse ist noch nicht bestätigt',
  'email_addresses.taken': 'Ein anderes Konto hat diese Adresse',
  'email_addresses.too_many': 'Mehr Adressen sind nicht möglich. Löschen Sie zuerst eine.',

  'entitlements.feature_key_taken': 'Eine Funktion mit diesem Schlüssel gibt es schon',
  'entitlements.feature_not_found': 'Die Funktion wurde nicht gefunden',
  'entitlements.flag_exists': 'Diese Funktion hat schon einen Schalter',
  'entitlements.flag_not_found': 'Der Schalter wurde nicht gefunden',
  'entitlements.holder_not_found': 'Diesen Mandanten gibt es nicht, oder die Person gehört nicht dazu',
  'entitlements.not_found': 'Diese Berechtigung gibt es nicht mehr',
  'entitlements.plan_not_found': 'Den Tarif gibt es nicht mehr',

  'first_owner.address_taken': 'Mit dieser Adresse gibt es schon ein Konto. Nehmen Sie eine andere.',
  'first_owner.link_over':
    'Dieser Link gilt nicht mehr. Solange es keine Inhaber gibt, nennt der Server beim Start einen neuen.',

  'hierarchy.cycle': 'Ein Mandant kann nicht unter sich selbst stehen',
  'hierarchy.moved': 'Jemand anderes hat gerade einen dieser Mandanten verschoben. Versuchen Sie es noch einmal.',
  'hierarchy.not_below': 'Der Mandant steht nicht mehr direkt darunter',

  'impersonation.forbidden': 'Dieser Mandant erlaubt niemandem, für seine Leute zu handeln',
  'impersonation.no_member': 'Diese Person gehört nicht zu diesem Mandanten',
  'impersonation.oneself': 'Das sind Sie selbst',
  'impersonation.over': 'Diese Anfrage gilt nicht mehr. Stellen Sie sie noch einmal.',
  'impersonation.person_needed': 'Nur jemand aus Ihrem Team handelt für andere',

  'licenses.day_passed': 'Dieser Tag ist vorbei',
  'licenses.key_missing': 'Diese Lizenz hat keinen Schlüssel',
  'licenses.key_taken': 'Eine Lizenz mit diesem Schlüssel gibt es schon',
  'licenses.organization_needed':
    'Dieser Mandant hat noch keine Organisation. Sagen Sie, wohin seine Rechnungen gehen.',
  'licenses.reference_taken': 'Eine Lizenz mit dieser Referenz gibt es schon',
  'licenses.unreadable_table':
    'Das ist keine CSV-Datei mit diesen Spalten, jede einmal, oder sie hat mehr als 500 Zeilen.',
  'licenses.seats_are_paid': 'Wie viele Plätze diese Lizenz hat, bestimmt das Abonnement',
  'licenses.seats_in_use': 'Belegte Plätze: {{usedSeats}}. Weniger können es nicht sein.',

  'mail_configurations.missing': 'E-Mails gehen, wie es in den Einstellungen des Servers steht',
  'mail_templates.always_sent': 'Das erfahren Personen immer; diese E-Mail kann nicht ausgeschaltet werden',
  'mail_templates.not_found': 'Die Vorlage gibt es nicht mehr',

  'merges.address_changed': 'Eine der beiden Adressen hat sich seit den E-Mails geändert',
  'merges.already_asked': 'Eine der beiden Personen wird schon nach einer Zusammenführung gefragt',
  'merges.busy': 'Gerade ändert jemand eines der Konten. Versuchen Sie es gleich noch einmal.',
  'merges.directory': 'Eines der Konten führt das Verzeichnis eines Unternehmens',
  'merges.last_administrator': 'Ein Mandant hätte danach niemanden mehr, der ihn verwaltet',
  'merges.link_over': 'Dieser Link gilt nicht mehr',
  'merges.locked': 'Eines der Konten ist gesperrt',
  'merges.not_found': 'Diese Anfrage gibt es nicht mehr',
  'merges.not_verified': 'Eine der beiden Adressen ist nicht bestätigt',
  'merges.over': 'Diese Anfrage ist schon vorbei',
  'merges.same_person': 'Wählen Sie ein anderes Konto als das, das endet',
  'merges.second_factor':
    'Das Konto, das endet, hat einen zweiten Faktor. Wer sich damit anmeldet, entfernt ihn zuerst.',
  'merges.single_sign_on': 'Eines der Konten meldet sich über das Single Sign-On eines Unternehmens an',
  'merges.staff': 'Eine der Personen gehört zu Ihrem Team',
  'merges.too_many_accounts': 'Das Konto, das endet, gehört zu mehr als {{most}} Mandanten',

  'sms_configuration.incomplete': 'Geben Sie das Token ein, und wer sendet',
  'sms_configuration.missing': 'Ein eigenes Konto für SMS ist nicht eingerichtet',
  'sms_templates.not_found': 'Die Vorlage gibt es nicht mehr',
  'trial_messages.nobody': 'An Sie kann nichts gesendet werden. Tragen Sie in Ihrem Profil ein, wohin.',

  'payments.difference_missing': 'Diese Abweichung wartet nicht mehr',
  'payments.nothing_charged': 'Dieses Abonnement gehört zu seiner Lizenz. Beenden Sie es dort.',
  'payments.nothing_to_take':
    'Hier ist nichts zu übernehmen: Der Anbieter hat inzwischen etwas anderes gesagt, oder es gibt keine Lizenz dafür.',

  'permissions.category_name_taken': 'Eine Kategorie mit diesem Namen gibt es schon',
  'permissions.category_not_found': 'Die Kategorie gibt es nicht mehr',
  'permissions.key_taken': 'Eine Berechtigung mit diesem Schlüssel gibt es schon',
  'roles.in_use': 'Personen anderer Mandanten haben diese Rolle',

  'jwt_targeting.exists': 'Regeln gibt es schon; laden Sie die Seite neu',
  'jwt_targeting.not_found': 'Diese Regeln gibt es nicht mehr',
  'jwt_targeting.unknown': 'Eine Regel nennt eine Vorlage oder eine Rolle, die es nicht mehr gibt',
  'jwt_templates.in_use': 'Eine Regel nennt diese Vorlage. Ändern Sie zuerst die Regeln.',
  'jwt_templates.key_taken': 'Eine Vorlage mit diesem Schlüssel gibt es schon',
  'jwt_templates.not_found': 'Die Vorlage gibt es nicht mehr',
  'jwt_templates.too_many': 'Mehr Vorlagen sind nicht möglich. Löschen Sie zuerst eine.',

  'staff.exists': 'Diese Person gehört schon zum Team',
  'staff.last_owner': 'Jemand muss Inhaber sein. Machen Sie zuerst eine andere Person dazu.',
  'staff.not_staff': 'Das ist nur für Personen des Anbieters',
  'staff.unknown':
    'Niemand mit einem Konto hier hat diese Adresse selbst bestätigt. Haben Sie für sie gebürgt, so lassen Sie die Person zuerst per E-Mail ein neues Passwort wählen.',

  'system.job_not_found': 'Diese Aufgabe wartet nicht mehr',
  'system.job_waits_again': 'Eine andere Aufgabe, die dasselbe tut, wartet schon. Verwerfen Sie diese.',
  'system.key_waits': 'Ein neuer Schlüssel ist schon veröffentlicht und unterschreibt in ein paar Minuten',

  'tenants.being_erased': 'Dieser Mandant wird gerade endgültig gelöscht; das lässt sich nicht aufhalten',
  'tenants.deleted_with_another': 'Er wurde mit einem Mandanten darüber gelöscht und kommt nur mit diesem zurück',
  'tenants.erased': 'Von diesem Mandanten ist alles endgültig gelöscht',
  'tenants.id_taken': 'Einen Mandanten mit dieser ID gibt es schon',
  'tenants.metadata_key_unusable': 'Ein Schlüssel ist weder leer noch . noch ..',
  'tenants.metadata_too_large': 'Das ist zu viel für die Metadaten eines Mandanten',
  'tenants.not_deleted': 'Dieser Mandant ist nicht gelöscht',
  'tenants.parent_deleted': 'Der Mandant darüber ist gelöscht. Stellen Sie zuerst diesen wieder her.',
  'tenants.staff_inside': 'Jemand aus Ihrem Team hätte dann kein Konto mehr, mit dem er sich anmelden kann',
  'tenants.too_much_to_export': 'Dieser Mandant hat zu viel für eine Datei. Exportieren Sie ihn mit dem Befehl.',

  'users.being_erased': 'Diese Person wird schon gelöscht',
  'users.is_staff': 'Nehmen Sie diese Person zuerst aus Ihrem Team',
  'users.not_a_member': 'Diese Person gehört nicht zu diesem Mandanten',
  'users.nothing_to_activate': 'Bei dieser Person gibt es nichts zu aktivieren',
  'users.too_much_to_export': 'Über diese Person ist zu viel gespeichert für eine Datei',
  'users.unknown_identity': 'Dieses Konto hat die Person woanders nicht mehr',
  'mfa.unknown_device': 'Diesen zweiten Faktor hat die Person nicht mehr',

  'vendor.document_changed':
    'Jemand anderes hat inzwischen etwas geändert. Sehen Sie nach, was sich jetzt ändern würde.',
  'vendor.table_not_found': 'Diesen Teil der Konfiguration gibt es nicht',
} as const
