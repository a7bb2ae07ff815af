// What the management calls refuse, by their codes; those that every app meets are in `@gatehouse/ui`. English is what
// the server says itself.
export const texts = {
  'access.missing_permission': 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Inhaber.',
  'access.account_needed': 'Wählen Sie zuerst einen Mandanten',
  'access.impersonated': 'Das kann nur der Benutzer selbst tun',
  'access.staff_protected': 'Nur Inhaber können Konten von Teammitgliedern ändern',
  'access.step_up_needed': 'Bestätigen Sie zuerst Ihre Identität per MFA',
  'access.recent_sign_in_needed': 'Melden Sie sich aus Sicherheitsgründen erneut an, bevor Sie das ändern',
  'method.not_allowed': 'Das ist hier nicht möglich',
  'idempotency.unfinished':
    'Der erste Versuch wurde nicht abgeschlossen. Prüfen Sie, welche Änderungen er vorgenommen hat.',
  'server.overloaded': 'Der Dienst ist derzeit ausgelastet. Versuchen Sie es in Kürze erneut.',

  'prehooks.event_taken': 'Für dieses Ereignis gibt es bereits einen Prehook: {{name}}',
  'prehooks.no_custom_code':
    'Gatehouse führt keinen benutzerdefinierten Code aus. Stellen Sie ihn unter einer URL bereit.',
  'prehooks.not_found': 'Der Prehook wurde nicht gefunden',
  'prehooks.url_unusable': 'Diese URL kann nicht verwendet werden, da sie in ein privates Netzwerk führt',

  'applications.client_not_found': 'Der Client wurde nicht gefunden',
  'applications.default_is_free': 'Die Standardanwendung muss für alle Mandanten verfügbar sein',
  'applications.is_client': 'Das ist ein Client einer anderen Anwendung. Ändern Sie ihn dort.',
  'applications.not_assigned': 'Diese Anwendung ist dem Mandanten nicht zugewiesen',
  'applications.not_found': 'Die Anwendung wurde nicht gefunden',
  'applications.too_many_clients': 'Diese Anwendung hat bereits die maximale Anzahl an Clients',
  'applications.unknown': 'Diese Anwendung ist nicht vorhanden oder inaktiv',

  'audits.retention_too_long': 'Die Aufbewahrungsfrist darf die Voreinstellung der Installation nicht überschreiten',
  'audits.too_many_steps': 'Der Zeitraum ist zu lang, oder sein Ende liegt vor seinem Anfang',

  'captcha.exists': 'Es ist bereits ein Captcha eingerichtet. Laden Sie die Seite neu.',
  'captcha.keys_needed': 'Geben Sie beide Schlüssel des Anbieters ein',
  'captcha.missing': 'Es ist noch kein Captcha eingerichtet',

  'email_addresses.change_refused': 'E-Mail-Adressen können hier nicht geändert werden',
  'email_addresses.is_primary': 'Legen Sie zuerst eine andere E-Mail-Adresse als primär fest',
  'email_addresses.kept_elsewhere': 'Diese E-Mail-Adresse wird vom Verzeichnis des Unternehmens verwaltet',
  'email_addresses.not_found': 'Die E-Mail-Adresse wurde nicht gefunden',
  'email_addresses.not_verified': 'Diese E-Mail-Adresse ist noch nicht bestätigt',
  'email_addresses.taken': 'Diese E-Mail-Adresse wird von einem anderen Konto verwendet',
  'email_addresses.too_many': 'Die maximale Anzahl an E-Mail-Adressen ist erreicht. Entfernen Sie zuerst eine.',

  'entitlements.feature_key_taken': 'Es gibt bereits eine Funktion mit diesem Schlüssel',
  'entitlements.feature_not_found': 'Die Funktion wurde nicht gefunden',
  'entitlements.flag_exists': 'Diese Funktion hat bereits ein Feature-Flag',
  'entitlements.flag_not_found': 'Das Feature-Flag wurde nicht gefunden',
  'entitlements.holder_not_found': 'Der Mandant wurde nicht gefunden, oder der Benutzer gehört nicht zu ihm',
  'entitlements.not_found': 'Die Tarifzuweisung wurde nicht gefunden',
  'entitlements.plan_not_found': 'Der Tarif wurde nicht gefunden',

  'first_owner.address_taken': 'Mit dieser E-Mail-Adresse gibt es bereits ein Konto. Verwenden Sie eine andere.',
  'first_owner.link_over':
    'Dieser Link ist abgelaufen. Solange kein Inhaber vorhanden ist, gibt der Server beim Start einen neuen Link aus.',

  'hierarchy.cycle': 'Ein Mandant kann sich nicht selbst untergeordnet sein',
  'hierarchy.moved': 'Einer dieser Mandanten wurde gerade verschoben. Versuchen Sie es erneut.',
  'hierarchy.not_below': 'Der Mandant ist nicht mehr direkt untergeordnet',

  'impersonation.forbidden': 'Dieser Mandant erlaubt keinen Supportzugriff',
  'impersonation.no_member': 'Dieser Benutzer gehört nicht zu diesem Mandanten',
  'impersonation.oneself': 'Das ist Ihr eigenes Konto',
  'impersonation.over': 'Diese Anfrage ist abgelaufen. Stellen Sie eine neue.',
  'impersonation.person_needed': 'Supportzugriff ist Teammitgliedern vorbehalten',

  'licenses.day_passed': 'Dieses Datum liegt in der Vergangenheit',
  'licenses.key_missing': 'Diese Lizenz hat keinen Schlüssel',
  'licenses.key_taken': 'Es gibt bereits eine Lizenz mit diesem Schlüssel',
  'licenses.organization_needed':
    'Dieser Mandant hat noch keine Organisation. Geben Sie die E-Mail-Adresse für Rechnungen an.',
  'licenses.reference_taken': 'Es gibt bereits eine Lizenz mit dieser Referenz',
  'licenses.unreadable_table':
    'Das ist keine CSV-Datei mit den erwarteten Spalten, eine Spalte ist doppelt, oder die Datei hat mehr als 500 Zeilen.',
  'licenses.seats_are_paid': 'Die Anzahl der Plätze dieser Lizenz wird durch das Abonnement bestimmt',
  'licenses.seats_in_use': '{{usedSeats}} Plätze sind belegt. Eine kleinere Anzahl ist nicht möglich.',

  'mail_configurations.missing': 'E-Mails werden gemäß den Einstellungen der Installation versendet',
  'mail_templates.always_sent': 'Diese E-Mail kann nicht ausgeschaltet werden',
  'mail_templates.not_found': 'Die Vorlage wurde nicht gefunden',

  'merges.address_changed': 'Eine der beiden E-Mail-Adressen wurde seit der Anfrage geändert',
  'merges.already_asked': 'Für einen der beiden Benutzer gibt es bereits eine Anfrage zur Zusammenführung',
  'merges.busy': 'Eines der Konten wird gerade geändert. Versuchen Sie es in Kürze erneut.',
  'merges.directory': 'Eines der Konten wird von einem Verzeichnis verwaltet',
  'merges.last_administrator': 'Ein Mandant hätte danach keinen Administrator mehr',
  'merges.link_over': 'Dieser Link ist abgelaufen',
  'merges.locked': 'Eines der Konten ist gesperrt',
  'merges.not_found': 'Die Anfrage wurde nicht gefunden',
  'merges.not_verified': 'Eine der beiden E-Mail-Adressen ist nicht bestätigt',
  'merges.over': 'Diese Anfrage ist bereits abgeschlossen',
  'merges.same_person': 'Ein Konto kann nicht mit sich selbst zusammengeführt werden. Wählen Sie ein anderes.',
  'merges.second_factor': 'Für das aufzulösende Konto ist MFA eingerichtet. Entfernen Sie zuerst seine MFA-Methoden.',
  'merges.single_sign_on': 'Für eines der Konten wird SSO verwendet',
  'merges.staff': 'Einer der Benutzer gehört zu Ihrem Team',
  'merges.too_many_accounts': 'Das aufzulösende Konto gehört zu mehr als {{most}} Mandanten',

  'sms_configuration.incomplete': 'Geben Sie das Token und den Absender ein',
  'sms_configuration.missing': 'Es ist kein eigenes SMS-Konto eingerichtet',
  'sms_templates.not_found': 'Die Vorlage wurde nicht gefunden',
  'trial_messages.nobody':
    'Die Testnachricht kann nicht gesendet werden. Tragen Sie in Ihrem Profil einen Empfänger ein.',

  'payments.difference_missing': 'Diese Abweichung ist nicht mehr offen',
  'payments.nothing_charged': 'Dieses Abonnement gehört zu einer Lizenz. Beenden Sie es dort.',
  'payments.nothing_to_take':
    'Es gibt keine Daten zu übernehmen: Die Daten des Anbieters haben sich inzwischen geändert, oder es gibt keine zugehörige Lizenz.',

  'permissions.category_name_taken': 'Es gibt bereits eine Kategorie mit diesem Namen',
  'permissions.category_not_found': 'Die Kategorie wurde nicht gefunden',
  'permissions.key_taken': 'Es gibt bereits eine Berechtigung mit diesem Schlüssel',
  'roles.in_use': 'Diese Rolle ist Benutzern anderer Mandanten zugewiesen',

  'jwt_targeting.exists': 'Es gibt bereits Regeln. Laden Sie die Seite neu.',
  'jwt_targeting.not_found': 'Die Regeln wurden nicht gefunden',
  'jwt_targeting.unknown': 'Eine Regel verweist auf eine Vorlage oder Rolle, die es nicht mehr gibt',
  'jwt_templates.in_use': 'Diese Vorlage wird von einer Regel verwendet. Ändern Sie zuerst die Regeln.',
  'jwt_templates.key_taken': 'Es gibt bereits eine Vorlage mit diesem Schlüssel',
  'jwt_templates.not_found': 'Die Vorlage wurde nicht gefunden',
  'jwt_templates.too_many': 'Die maximale Anzahl an Vorlagen ist erreicht. Löschen Sie zuerst eine.',

  'staff.exists': 'Dieser Benutzer gehört bereits zum Team',
  'staff.last_owner': 'Es muss mindestens einen Inhaber geben. Machen Sie zuerst einen anderen Benutzer zum Inhaber.',
  'staff.not_staff': 'Nur für das Team des Anbieters verfügbar',
  'staff.unknown':
    'Kein Benutzer hat diese E-Mail-Adresse selbst bestätigt. Falls das Team sie als bestätigt markiert hat, muss der Benutzer zuerst per E-Mail ein neues Passwort festlegen.',

  'system.job_not_found': 'Dieser Job ist nicht mehr ausstehend',
  'system.job_waits_again': 'Ein identischer Job ist bereits ausstehend. Verwerfen Sie diesen.',
  'system.key_waits': 'Ein neuer Schlüssel ist bereits veröffentlicht und wird in wenigen Minuten verwendet',

  'tenants.being_erased': 'Dieser Mandant wird gerade endgültig gelöscht. Das lässt sich nicht abbrechen.',
  'tenants.deleted_with_another':
    'Dieser Mandant wurde mit einem übergeordneten Mandanten gelöscht und kann nur mit diesem wiederhergestellt werden',
  'tenants.erased': 'Alle Daten dieses Mandanten sind endgültig gelöscht',
  'tenants.id_taken': 'Es gibt bereits einen Mandanten mit dieser ID',
  'tenants.metadata_key_unusable': 'Ein Schlüssel darf nicht leer, „.“ oder „..“ sein',
  'tenants.metadata_too_large': 'Die Metadaten eines Mandanten sind zu groß',
  'tenants.not_deleted': 'Dieser Mandant ist nicht gelöscht',
  'tenants.parent_deleted': 'Der übergeordnete Mandant ist gelöscht. Stellen Sie zuerst diesen wieder her.',
  'tenants.staff_inside': 'Ein Teammitglied könnte sich danach bei keinem Konto mehr anmelden',
  'tenants.too_much_to_export':
    'Dieser Mandant hat zu viele Daten für eine Datei. Exportieren Sie ihn über die Befehlszeile.',

  'users.being_erased': 'Die Daten dieses Benutzers werden bereits gelöscht',
  'users.is_staff': 'Entfernen Sie diesen Benutzer zuerst aus Ihrem Team',
  'users.not_a_member': 'Dieser Benutzer gehört nicht zu diesem Mandanten',
  'users.nothing_to_activate': 'Dieses Konto muss nicht aktiviert werden',
  'users.too_much_to_export': 'Dieser Benutzer hat zu viele Daten für eine Datei',
  'users.unknown_identity': 'Dieses Konto ist nicht mehr mit dem Benutzer verknüpft',
  'mfa.unknown_device': 'Der Benutzer hat diese MFA-Methode nicht mehr',

  'vendor.document_changed': 'Die Konfiguration wurde inzwischen geändert. Prüfen Sie, was sich jetzt ändern würde.',
  'vendor.table_not_found': 'Dieser Teil der Konfiguration wurde nicht gefunden',
} as const
