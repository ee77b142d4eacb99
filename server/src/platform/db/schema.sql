access_restrictions
  kind text not null
  value text not null
  constraint access_restrictions_kind_check CHECK ((kind = ANY (ARRAY['domain'::text, 'console'::text, 'api'::text])))
  constraint access_restrictions_pkey PRIMARY KEY (kind, value)

action_log_head
  only_one boolean not null default true
  id bigint not null
  mac bytea not null
  seal bytea not null
  constraint action_log_head_only_one_check CHECK (only_one)
  constraint action_log_head_pkey PRIMARY KEY (only_one)

action_logs
  id bigint not null
  action text not null
  url text not null
  method text not null
  request_params text not null
  request_by text not null
  member_id bigint
  api_credential_id bigint
  request_at timestamp with time zone not null
  status integer not null
  message text
  client_type text not null
  ip text not null
  mac bytea not null
  subjects text[] not null default '{}'::text[]
  subject_name text
  changes text
  constraint action_logs_client_type_check CHECK ((client_type = ANY (ARRAY['WEB_UI'::text, 'OPEN_API'::text])))
  constraint action_logs_pkey PRIMARY KEY (id)
  CREATE INDEX action_logs_action ON public.action_logs USING btree (action, request_at DESC, id DESC)
  CREATE INDEX action_logs_at ON public.action_logs USING btree (request_at DESC, id DESC)
  CREATE INDEX action_logs_by ON public.action_logs USING btree (lower(request_by), request_at DESC, id DESC)
  CREATE INDEX action_logs_ota_changes ON public.action_logs USING btree (url, request_at) WHERE ((action = ANY (ARRAY['otaAdd'::text, 'otaUpdate'::text])) AND (status < 400))
  CREATE INDEX action_logs_subjects ON public.action_logs USING gin (subjects) WITH (fastupdate=off)

alert_firings
  id bigint not null identity
  rule_id bigint
  rule_name text not null
  severity text not null
  comparison text not null
  threshold double precision not null
  began_at timestamp with time zone not null
  ended_at timestamp with time zone
  ended_by text
  peak double precision not null
  told jsonb not null default '[]'::jsonb
  told_count integer not null default 0
  figure text
  constraint alert_firings_pkey PRIMARY KEY (id)
  constraint alert_firings_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE SET NULL
  CREATE INDEX alert_firings_end ON public.alert_firings USING btree (ended_at)
  CREATE UNIQUE INDEX alert_firings_open ON public.alert_firings USING btree (rule_id) WHERE (ended_at IS NULL)
  CREATE INDEX alert_firings_rule ON public.alert_firings USING btree (rule_id, id DESC)

alert_recipients
  rule_id bigint not null
  place integer not null
  member_id bigint
  role_id bigint
  bell boolean not null
  mail boolean not null
  constraint alert_recipients_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint alert_recipients_pkey PRIMARY KEY (rule_id, place)
  constraint alert_recipients_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE
  constraint alert_recipients_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE
  CREATE INDEX alert_recipients_member ON public.alert_recipients USING btree (member_id) WHERE (member_id IS NOT NULL)

alert_rounds
  only_one boolean not null default true
  began_at timestamp with time zone
  constraint alert_rounds_only_one_check CHECK (only_one)
  constraint alert_rounds_pkey PRIMARY KEY (only_one)

alert_rules
  id bigint not null identity
  name text not null
  source text not null
  view_id bigint
  view_name text
  filter jsonb
  comparison text not null
  threshold double precision not null
  hold_minutes integer not null
  recovers_at double precision
  recover_minutes integer not null
  repeat_hours integer
  severity text not null
  quiet_hours jsonb
  is_on boolean not null default true
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  figure text
  constraint alert_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint alert_rules_pkey PRIMARY KEY (id)
  constraint alert_rules_source_check CHECK ((source = ANY (ARRAY['view'::text, 'filter'::text, 'figure'::text])))
  constraint alert_rules_view_id_fkey FOREIGN KEY (view_id) REFERENCES sim_views(id) ON DELETE SET NULL
  CREATE UNIQUE INDEX alert_rules_name ON public.alert_rules USING btree (lower(NORMALIZE(name, NFKC)))
  CREATE INDEX alert_rules_view ON public.alert_rules USING btree (view_id) WHERE (view_id IS NOT NULL)

alert_states
  rule_id bigint not null
  revision integer not null default 1
  phase text not null default 'normal'::text
  since timestamp with time zone
  told_at timestamp with time zone
  value double precision
  judged_at timestamp with time zone
  problem text
  constraint alert_states_pkey PRIMARY KEY (rule_id)
  constraint alert_states_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE

alert_values
  rule_id bigint not null
  at timestamp with time zone not null
  value double precision not null
  constraint alert_values_pkey PRIMARY KEY (rule_id, at)
  constraint alert_values_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE
  CREATE INDEX alert_values_at ON public.alert_values USING btree (at)

api_credentials
  id bigint not null identity
  name text not null
  client_id text not null
  secret_hash bytea not null
  role_id integer not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  last_used_at timestamp with time zone
  constraint api_credentials_client_id_key UNIQUE (client_id)
  constraint api_credentials_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint api_credentials_pkey PRIMARY KEY (id)
  constraint api_credentials_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)

authority_crls
  ca_id bigint not null
  number bigint not null
  crl bytea not null
  entries integer not null
  revocations bigint not null
  made_at timestamp with time zone not null
  next_at timestamp with time zone not null
  valid_to timestamp with time zone not null
  constraint authority_crls_ca_id_fkey FOREIGN KEY (ca_id) REFERENCES certificate_authorities(id) ON DELETE CASCADE
  constraint authority_crls_pkey PRIMARY KEY (ca_id)

campaign_approvals
  campaign_id bigint not null
  threshold integer not null
  asked_by bigint
  asked_email text
  asked_credential bigint
  asked_name text not null
  asked_at timestamp with time zone not null default now()
  note text not null
  deadline timestamp with time zone
  frozen jsonb not null
  rollout jsonb
  outcome text
  decided_by bigint
  decided_name text not null default ''::text
  decided_at timestamp with time zone
  reason text not null default ''::text
  selection_id bigint
  sims integer not null
  changes jsonb
  changes_at timestamp with time zone
  constraint campaign_approvals_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
  constraint campaign_approvals_check CHECK (((outcome IS NULL) = (decided_at IS NULL)))
  constraint campaign_approvals_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text])))
  constraint campaign_approvals_pkey PRIMARY KEY (campaign_id)
  constraint campaign_approvals_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES sim_selections(id) ON DELETE SET NULL
  CREATE INDEX campaign_approvals_open ON public.campaign_approvals USING btree (campaign_id) WHERE (outcome IS NULL)
  CREATE INDEX campaign_approvals_selection ON public.campaign_approvals USING btree (selection_id) WHERE (selection_id IS NOT NULL)

campaign_diagnoses
  campaign_id bigint not null
  at timestamp with time zone not null
  is_final boolean not null
  diagnosis jsonb not null
  constraint campaign_diagnoses_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint campaign_diagnoses_pkey PRIMARY KEY (campaign_id)

campaign_events
  id bigint not null identity
  campaign_id bigint not null
  at timestamp with time zone not null default now()
  event text not null
  wave integer
  failed bigint
  ended bigint
  limits jsonb
  octets bigint
  budget bigint
  constraint campaign_events_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint campaign_events_pkey PRIMARY KEY (id)
  CREATE INDEX campaign_events_campaign ON public.campaign_events USING btree (campaign_id, id)

campaign_figures
  campaign_id bigint not null
  counted_at timestamp with time zone not null
  results_until timestamp with time zone not null
  statuses jsonb not null
  ended integer not null
  succeeded integer not null
  failed integer not null
  cancelled integer not null
  blocked integer not null default 0
  constraint campaign_figures_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint campaign_figures_pkey PRIMARY KEY (campaign_id)

campaign_groups
  group_id bigint not null
  campaign_id bigint not null
  sims integer not null
  constraint campaign_groups_pkey PRIMARY KEY (group_id, campaign_id)

campaign_octets
  campaign_id bigint not null
  octets bigint not null
  CREATE INDEX campaign_octets_campaign ON public.campaign_octets USING btree (campaign_id)

campaign_results
  campaign_id bigint not null
  minutes smallint not null
  at timestamp with time zone not null
  wave smallint not null
  succeeded integer not null
  failed integer not null
  blocked integer not null default 0
  constraint campaign_results_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint campaign_results_pkey PRIMARY KEY (campaign_id, minutes, at, wave)

campaign_setup_parts
  campaign_id bigint not null
  part integer not null
  sim_ids bigint[] not null
  waves smallint[] not null
  remove_package_ids bigint[] not null
  remove_package_aids text[] not null
  remove_instance_aids text[] not null
  package_ids bigint[] not null
  package_aids text[] not null
  params jsonb[] not null
  constraint campaign_setup_parts_pkey PRIMARY KEY (campaign_id, part)

campaign_setups
  campaign_id bigint not null
  request jsonb not null
  snapshot_id bigint
  written integer not null default 0
  otas integer
  problem text
  is_listed boolean not null default false
  step jsonb
  last_ota_id bigint
  constraint campaign_setups_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
  constraint campaign_setups_pkey PRIMARY KEY (campaign_id)
  CREATE INDEX campaign_setups_snapshot ON public.campaign_setups USING btree (snapshot_id)

campaign_unwritten
  campaign_id bigint not null
  wave smallint not null
  sims integer not null
  constraint campaign_unwritten_pkey PRIMARY KEY (campaign_id, wave)

campaign_wakes
  campaign_id bigint not null
  done_waves integer not null default 0
  last_sim_id bigint not null default 0
  skipped jsonb not null default '{}'::jsonb
  messages jsonb not null default '{}'::jsonb
  is_over boolean not null default false
  constraint campaign_wakes_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint campaign_wakes_pkey PRIMARY KEY (campaign_id)
  CREATE INDEX campaign_wakes_open ON public.campaign_wakes USING btree (campaign_id) WHERE (NOT is_over)

campaign_waves
  campaign_id bigint not null
  wave smallint not null
  sims integer not null
  released_at timestamp with time zone
  wait_notified boolean not null default false
  constraint campaign_waves_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
  constraint campaign_waves_pkey PRIMARY KEY (campaign_id, wave)

campaigns
  id bigint not null identity
  name text not null
  state text not null
  action text not null
  applet_type integer
  package_id bigint
  module_aid text
  instance_aid text
  install_parameters text not null default ''::text
  targets jsonb not null
  total integer not null
  excluded integer not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  finished_at timestamp with time zone
  paused_at timestamp with time zone
  paused_by text
  rollout jsonb
  released_wave smallint not null default 1
  results_from timestamp with time zone
  pause_cause text
  pause_wave smallint
  pause_failed integer
  pause_ended integer
  rollback_of bigint
  stopped_at timestamp with time zone
  stopped_by text
  figures_final boolean not null default false
  archived_at timestamp with time zone
  archived_by text
  filter jsonb
  created_by_name text
  constraint campaigns_applet_type_check CHECK ((applet_type = ANY (ARRAY[0, 1])))
  constraint campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint campaigns_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id)
  constraint campaigns_pause_cause_check CHECK ((pause_cause = ANY (ARRAY['member'::text, 'failures'::text, 'window'::text, 'octets'::text])))
  constraint campaigns_pkey PRIMARY KEY (id)
  constraint campaigns_rollback_of_fkey FOREIGN KEY (rollback_of) REFERENCES campaigns(id)
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['awaitingApproval'::text, 'scheduled'::text, 'running'::text, 'paused'::text, 'stopping'::text, 'completed'::text, 'completedWithFailures'::text, 'stopped'::text, 'rejected'::text])))
  CREATE INDEX campaigns_created ON public.campaigns USING btree (created_at, id)
  CREATE INDEX campaigns_open ON public.campaigns USING btree (id) WHERE (state = ANY (ARRAY['awaitingApproval'::text, 'scheduled'::text, 'running'::text, 'paused'::text, 'stopping'::text]))
  CREATE INDEX campaigns_uncounted ON public.campaigns USING btree (id) WHERE (NOT figures_final)

cell_areas
  area integer not null
  longitude integer not null
  latitude integer not null
  range_metres integer not null
  towers integer not null
  radio smallint not null
  mcc smallint not null
  net smallint not null
  CREATE UNIQUE INDEX cell_areas_key ON public.cell_areas USING btree (mcc, net, radio, area)

cell_imports
  id bigint not null identity
  file_name text not null
  file_bytes bigint not null
  file_modified timestamp with time zone not null
  phase text not null default 'loading'::text
  lines bigint not null default 0
  towers bigint not null default 0
  bad_lines bigint not null default 0
  other_lines bigint not null default 0
  last_sim bigint not null default 0
  started_at timestamp with time zone not null default now()
  finished_at timestamp with time zone
  constraint cell_imports_phase_check CHECK ((phase = ANY (ARRAY['loading'::text, 'replacing'::text, 'locating'::text, 'done'::text])))
  constraint cell_imports_pkey PRIMARY KEY (id)

cell_towers
  cell bigint not null
  area integer not null
  longitude integer not null
  latitude integer not null
  range_metres integer not null
  updated integer not null
  radio smallint not null
  mcc smallint not null
  net smallint not null
  CREATE INDEX cell_towers_key ON public.cell_towers USING btree (mcc, net, radio, cell, area)

certificate_authorities
  id bigint not null identity
  name text not null
  kind text not null
  parent_id bigint
  is_default boolean not null default false
  subject bytea not null
  key_info bytea not null
  private_key bytea not null
  request bytea
  certificate bytea
  chain bytea[] not null default '{}'::bytea[]
  serial bytea
  valid_from timestamp with time zone
  valid_to timestamp with time zone
  revoked_at timestamp with time zone
  revocation_reason text
  revocations bigint not null default 0
  backed_up_at timestamp with time zone
  backup_checked_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  key_opens boolean not null default true
  constraint certificate_authorities_check CHECK (((certificate IS NULL) = (valid_to IS NULL)))
  constraint certificate_authorities_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint certificate_authorities_kind_check CHECK ((kind = ANY (ARRAY['root'::text, 'intermediate'::text, 'external'::text])))
  constraint certificate_authorities_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES certificate_authorities(id)
  constraint certificate_authorities_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX certificate_authorities_default ON public.certificate_authorities USING btree (is_default) WHERE is_default
  CREATE UNIQUE INDEX certificate_authorities_name ON public.certificate_authorities USING btree (lower(NORMALIZE(name, NFKC)))
  CREATE INDEX certificate_authorities_parent ON public.certificate_authorities USING btree (parent_id) WHERE (parent_id IS NOT NULL)

certificate_renewals
  template_id bigint not null
  day date not null
  outcome text not null
  sims integer not null
  campaign_id bigint
  refusal text
  created_at timestamp with time zone not null default now()
  constraint certificate_renewals_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL
  constraint certificate_renewals_outcome_check CHECK ((outcome = ANY (ARRAY['begun'::text, 'proposed'::text, 'refused'::text, 'nothing'::text])))
  constraint certificate_renewals_pkey PRIMARY KEY (template_id, day)
  constraint certificate_renewals_template_id_fkey FOREIGN KEY (template_id) REFERENCES identity_templates(id) ON DELETE CASCADE
  CREATE INDEX certificate_renewals_campaign ON public.certificate_renewals USING btree (campaign_id) WHERE (campaign_id IS NOT NULL)

certificates
  id bigint not null identity
  ca_id bigint
  ca_name text not null
  kind text not null
  serial bytea not null
  subject text not null
  certificate bytea not null
  key_sha256 bytea not null
  sim_id bigint
  iccid text
  request_key text
  valid_from timestamp with time zone not null
  valid_to timestamp with time zone not null
  revoked_at timestamp with time zone
  revocation_reason text
  created_by bigint
  created_at timestamp with time zone not null default now()
  constraint certificates_ca_id_fkey FOREIGN KEY (ca_id) REFERENCES certificate_authorities(id) ON DELETE SET NULL
  constraint certificates_ca_id_serial_key UNIQUE (ca_id, serial)
  constraint certificates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint certificates_kind_check CHECK ((kind = ANY (ARRAY['device'::text, 'ca'::text, 'ocsp'::text])))
  constraint certificates_pkey PRIMARY KEY (id)
  constraint certificates_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE SET NULL
  CREATE INDEX certificates_ca ON public.certificates USING btree (ca_id, id)
  CREATE INDEX certificates_end ON public.certificates USING btree (valid_to) WHERE ((kind = 'device'::text) AND (revoked_at IS NULL))
  CREATE INDEX certificates_iccid ON public.certificates USING btree (iccid, id) WHERE (iccid IS NOT NULL)
  CREATE UNIQUE INDEX certificates_request ON public.certificates USING btree (request_key) WHERE (request_key IS NOT NULL)
  CREATE INDEX certificates_revoked ON public.certificates USING btree (ca_id, valid_to) WHERE (revoked_at IS NOT NULL)
  CREATE INDEX certificates_sim ON public.certificates USING btree (sim_id, id) WHERE (sim_id IS NOT NULL)

challenges
  hash bytea not null
  member_id bigint not null
  purpose text not null
  email text
  created_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  constraint challenges_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint challenges_pkey PRIMARY KEY (hash)
  constraint challenges_purpose_check CHECK ((purpose = ANY (ARRAY['newPassword'::text, 'mfa'::text, 'invitation'::text, 'signUp'::text, 'emailChange'::text])))
  CREATE INDEX challenges_member ON public.challenges USING btree (member_id)

connector_accounts
  id bigint not null identity
  platform text not null
  name text not null
  base_url text not null
  username text not null
  api_key bytea not null
  calls_per_second double precision not null
  next_call_at timestamp with time zone not null default now()
  failures integer not null default 0
  failure text
  closed_until timestamp with time zone
  last_ok_at timestamp with time zone
  synced_to timestamp with time zone
  sync_started_at timestamp with time zone
  sync_read bigint
  sync_tail text[] not null default '{}'::text[]
  recent_to timestamp with time zone
  limited_at timestamp with time zone
  constraint connector_accounts_name_key UNIQUE (name)
  constraint connector_accounts_pkey PRIMARY KEY (id)

dashboard_care
  item text not null
  member_id bigint not null
  until timestamp with time zone not null
  constraint dashboard_care_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint dashboard_care_pkey PRIMARY KEY (item)

dashboard_figures
  step_seconds integer not null
  at timestamp with time zone not null
  minutes integer not null
  figures jsonb not null
  delays double precision[] not null
  weights jsonb not null default '{}'::jsonb
  constraint dashboard_figures_pkey PRIMARY KEY (step_seconds, at)

dashboard_now
  only_one boolean not null default true
  at timestamp with time zone not null
  fleet jsonb not null
  constraint dashboard_now_only_one_check CHECK (only_one)
  constraint dashboard_now_pkey PRIMARY KEY (only_one)

dashboard_polls
  minute timestamp with time zone not null
  polls bigint not null
  delays bigint[] not null
  whole boolean not null default true
  constraint dashboard_polls_pkey PRIMARY KEY (minute)

earlier_poll_counters
  sim_id bigint not null
  poll_counter bigint not null
  constraint earlier_poll_counters_pkey PRIMARY KEY (sim_id)
  constraint earlier_poll_counters_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE

group_figures
  group_id bigint not null
  at timestamp with time zone not null
  sims integer not null
  online integer not null
  expected integer not null
  constraint group_figures_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE
  constraint group_figures_pkey PRIMARY KEY (group_id, at)
  CREATE INDEX group_figures_at ON public.group_figures USING btree (at)

groups
  id bigint not null identity
  name text not null
  type integer not null default 1
  phone_number text
  address text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint groups_pkey PRIMARY KEY (id)
  constraint groups_type_check CHECK ((type = ANY (ARRAY[1, 2])))
  CREATE UNIQUE INDEX groups_name ON public.groups USING btree (lower(name))

identity_templates
  id bigint not null identity
  name text not null
  authority_id bigint
  content jsonb not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint identity_templates_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES certificate_authorities(id)
  constraint identity_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint identity_templates_pkey PRIMARY KEY (id)
  CREATE INDEX identity_templates_authority ON public.identity_templates USING btree (authority_id) WHERE (authority_id IS NOT NULL)
  CREATE UNIQUE INDEX identity_templates_name ON public.identity_templates USING btree (lower(name))

iot_safe_lists
  sim_id bigint not null
  read_at timestamp with time zone not null default now()
  free_octets bigint not null
  objects jsonb not null
  constraint iot_safe_lists_pkey PRIMARY KEY (sim_id)
  constraint iot_safe_lists_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE

job_runs
  name text not null
  node text not null
  every_ms integer not null
  started_at timestamp with time zone not null
  duration_ms integer not null
  outcome text not null
  failures integer not null
  error text
  next_at timestamp with time zone not null
  reported_at timestamp with time zone not null default now()
  title jsonb not null
  constraint job_runs_outcome_check CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text])))
  constraint job_runs_pkey PRIMARY KEY (name, node)

key_import_lines
  task_id bigint not null
  line integer not null
  bad boolean not null
  given_keys integer not null
  iccid text not null
  key_version_number integer
  cap_auth_key bytea
  encrypt_key bytea
  scp03_enc bytea
  scp03_mac bytea
  scp03_dek bytea
  cap_auth_fingerprint bytea
  kic bytea
  kid bytea
  sms_fingerprint bytea
  scp81_identity text
  psk bytea
  constraint key_import_lines_pkey PRIMARY KEY (task_id, line)

log_forwarding
  only_one boolean not null default true
  version bigint not null identity
  host text not null
  port integer not null
  ca text not null
  action_id bigint not null
  security_id bigint not null
  last_action_id bigint
  sent_at timestamp with time zone
  failing_since timestamp with time zone
  failure text
  detail text
  constraint log_forwarding_only_one_check CHECK (only_one)
  constraint log_forwarding_pkey PRIMARY KEY (only_one)

mail_changes
  id bigint not null identity
  at timestamp with time zone not null default now()
  what text not null
  member_id bigint
  changed_by text not null
  role_id integer not null
  constraint mail_changes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL
  constraint mail_changes_pkey PRIMARY KEY (id)
  constraint mail_changes_what_check CHECK ((what = ANY (ARRAY['server'::text, 'invitation'::text, 'authentication'::text])))

mail_destinations
  address text not null
  constraint mail_destinations_pkey PRIMARY KEY (address)

mail_settings
  host text not null
  port integer not null
  security text not null
  username text not null
  password bytea
  from_address text not null
  from_name text not null
  updated_at timestamp with time zone not null default now()
  id bigint not null identity
  trusted_by integer not null default 2
  removed boolean not null default false
  constraint mail_settings_pkey PRIMARY KEY (id)
  constraint mail_settings_security_check CHECK ((security = ANY (ARRAY['none'::text, 'starttls'::text, 'tls'::text])))

mail_words
  id bigint not null identity
  name text not null
  trusted_by integer not null
  words text not null
  constraint mail_words_name_check CHECK ((name = ANY (ARRAY['invitation'::text, 'authentication'::text])))
  constraint mail_words_name_trusted_by_key UNIQUE (name, trusted_by)
  constraint mail_words_pkey PRIMARY KEY (id)

mails
  id bigint not null identity
  created_at timestamp with time zone not null default now()
  recipient text not null
  subject text not null
  body bytea
  state text not null
  tries integer not null default 0
  sent_at timestamp with time zone
  error text
  member_id bigint
  server_id bigint
  words_by integer
  unconfirmed boolean not null default false
  constraint mails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL
  constraint mails_pkey PRIMARY KEY (id)
  constraint mails_server_id_fkey FOREIGN KEY (server_id) REFERENCES mail_settings(id) ON DELETE SET NULL
  constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text])))
  CREATE INDEX mails_created ON public.mails USING btree (created_at DESC, id DESC)
  CREATE INDEX mails_member ON public.mails USING btree (member_id)
  CREATE INDEX mails_server ON public.mails USING btree (server_id)

managed_package_aids
  id bigint not null identity
  package_aid text not null
  label text not null
  type text not null
  constraint managed_package_aids_package_aid_key UNIQUE (package_aid)
  constraint managed_package_aids_pkey PRIMARY KEY (id)

members
  id bigint not null identity
  email text not null
  name text not null
  role_id integer not null
  user_type integer not null default 1
  account_status text not null default 'active'::text
  password_hash text not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  confirmed_at timestamp with time zone
  self_signed_up boolean not null default false
  must_change_password boolean not null default false
  password_expires_at timestamp with time zone
  mfa_secret bytea
  mfa_enabled_at timestamp with time zone
  mfa_pending_secret bytea
  mfa_last_step bigint not null default 0
  mail_changes_seen bigint not null default 0
  constraint members_account_status_check CHECK ((account_status = ANY (ARRAY['active'::text, 'inactive'::text, 'in_confirm'::text])))
  constraint members_pkey PRIMARY KEY (id)
  constraint members_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id)
  constraint members_user_type_check CHECK ((user_type = ANY (ARRAY[1, 2])))
  CREATE INDEX members_created ON public.members USING btree (created_at DESC, id)
  CREATE UNIQUE INDEX members_email ON public.members USING btree (lower(email))
  CREATE INDEX members_role ON public.members USING btree (role_id)

notification_causes
  id bigint not null identity
  kind text not null
  subject_id bigint not null
  constraint notification_causes_pkey PRIMARY KEY (id)
  CREATE INDEX notification_causes_kind ON public.notification_causes USING btree (kind, id)

notification_digests
  member_id bigint not null
  sent_to timestamp with time zone not null
  constraint notification_digests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint notification_digests_pkey PRIMARY KEY (member_id)

notification_drops
  minute timestamp with time zone not null
  kind text not null
  owner_id bigint
  count integer not null
  constraint notification_drops_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE SET NULL
  CREATE INDEX notification_drops_minute ON public.notification_drops USING btree (minute)
  CREATE INDEX notification_drops_owner ON public.notification_drops USING btree (owner_id) WHERE (owner_id IS NOT NULL)

notification_reads
  member_id bigint not null
  notification_id bigint not null
  constraint notification_reads_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint notification_reads_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
  constraint notification_reads_pkey PRIMARY KEY (member_id, notification_id)
  CREATE INDEX notification_reads_notification ON public.notification_reads USING btree (notification_id)

notification_waits
  member_id bigint not null
  notification_id bigint not null
  constraint notification_waits_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint notification_waits_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
  constraint notification_waits_pkey PRIMARY KEY (member_id, notification_id)
  CREATE INDEX notification_waits_notification ON public.notification_waits USING btree (notification_id)

notifications
  id bigint not null identity
  kind text not null
  owner_id bigint
  only_for bigint
  first_at timestamp with time zone not null default clock_timestamp()
  at timestamp with time zone not null default clock_timestamp()
  count integer not null default 1
  sim_ids bigint[] not null default '{}'::bigint[]
  campaign_id bigint
  task_id bigint
  params jsonb not null
  mailed boolean not null default false
  in_bell boolean not null default true
  by_mail boolean not null default true
  mail_after timestamp with time zone
  alert_rule_id bigint
  safe_object_id bigint
  constraint notifications_only_for_fkey FOREIGN KEY (only_for) REFERENCES members(id) ON DELETE CASCADE
  constraint notifications_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE SET NULL
  constraint notifications_pkey PRIMARY KEY (id)
  CREATE INDEX notifications_kind ON public.notifications USING btree (kind, id DESC)
  CREATE INDEX notifications_only_for ON public.notifications USING btree (only_for) WHERE (only_for IS NOT NULL)
  CREATE INDEX notifications_owner ON public.notifications USING btree (owner_id, kind, id DESC)
  CREATE INDEX notifications_unmailed ON public.notifications USING btree (id) WHERE (NOT mailed)

ocsp_signers
  ca_id bigint not null
  certificate bytea not null
  key_info bytea not null
  private_key bytea not null
  valid_to timestamp with time zone not null
  constraint ocsp_signers_ca_id_fkey FOREIGN KEY (ca_id) REFERENCES certificate_authorities(id) ON DELETE CASCADE
  constraint ocsp_signers_pkey PRIMARY KEY (ca_id)

open_status_requests
  task_id bigint not null
  platform text not null
  count integer not null
  constraint open_status_requests_pkey PRIMARY KEY (task_id, platform)
  constraint open_status_requests_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE

ota_dry_run_effects
  selection_id bigint not null
  effect bigint not null
  place integer not null
  kind text
  reason text
  from_name text
  from_version text
  to_name text
  to_version text
  to_label text
  removes boolean not null
  wave smallint
  octets integer
  commands integer
  sims integer not null
  constraint ota_dry_run_effects_pkey PRIMARY KEY (selection_id, effect)
  constraint ota_dry_run_effects_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES sim_selections(id) ON DELETE CASCADE

ota_dry_run_sims
  selection_id bigint not null
  effect bigint not null
  part integer not null
  sim_ids bigint[] not null
  constraint ota_dry_run_sims_pkey PRIMARY KEY (selection_id, effect, part)
  constraint ota_dry_run_sims_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES sim_selections(id) ON DELETE CASCADE

ota_dry_runs
  selection_id bigint not null
  targets jsonb not null
  eligible integer not null
  removals jsonb not null
  left_out bigint[] not null
  result jsonb
  made_at timestamp with time zone
  polls smallint not null default 1
  seconds integer
  constraint ota_dry_runs_pkey PRIMARY KEY (selection_id)
  constraint ota_dry_runs_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES sim_selections(id) ON DELETE CASCADE

ota_jobs
  id bigint not null identity
  campaign_id bigint not null
  sim_id bigint not null
  applet_type integer
  kind text not null
  step integer not null
  package_id bigint
  package_aid text
  params jsonb not null default '{}'::jsonb
  status text not null default 'Ready'::text
  code integer
  sw text
  reason text
  acked integer not null default 0
  total integer not null default 0
  interruptions integer not null default 0
  knowledge jsonb not null default '{}'::jsonb
  failed_command text
  created_at timestamp with time zone not null default now()
  polled_at timestamp with time zone
  channel_at timestamp with time zone
  started_at timestamp with time zone
  finished_at timestamp with time zone
  updated_at timestamp with time zone not null default now()
  transport text not null default 'session'::text
  wave smallint not null default 1
  attempts smallint not null default 0
  not_before timestamp with time zone
  unanswered smallint not null default 0
  poll_by timestamp with time zone
  constraint ota_jobs_applet_type_check CHECK ((applet_type = ANY (ARRAY[0, 1])))
  constraint ota_jobs_kind_check CHECK (((kind = 'install'::text) OR (kind = 'remove'::text) OR ((kind <> ''::text) AND (ltrim(kind, 'abcdefghijklmnopqrstuvwxyz-'::text) = ''::text)))) NOT VALID
  constraint ota_jobs_pkey PRIMARY KEY (id)
  constraint ota_jobs_status_check CHECK ((status = ANY (ARRAY['Ready'::text, 'Started'::text, 'Interrupted'::text, 'Failed'::text, 'Succeeded'::text, 'Blocked'::text, 'NotFound'::text])))
  constraint ota_jobs_transport_check CHECK ((transport = ANY (ARRAY['session'::text, 'sms'::text])))
  CREATE INDEX ota_jobs_awaited_poller ON public.ota_jobs USING btree (campaign_id) WHERE (poll_by IS NOT NULL)
  CREATE INDEX ota_jobs_campaign ON public.ota_jobs USING btree (campaign_id, status)
  CREATE INDEX ota_jobs_campaign_sim ON public.ota_jobs USING btree (campaign_id, sim_id, kind)
  CREATE INDEX ota_jobs_finished ON public.ota_jobs USING btree (campaign_id, finished_at) WHERE (finished_at IS NOT NULL)
  CREATE UNIQUE INDEX ota_jobs_open ON public.ota_jobs USING btree (sim_id, applet_type, kind) NULLS NOT DISTINCT WHERE (status = ANY (ARRAY['Ready'::text, 'Started'::text, 'Interrupted'::text]))
  CREATE INDEX ota_jobs_package ON public.ota_jobs USING btree (package_id) WHERE ((status = ANY (ARRAY['Ready'::text, 'Started'::text, 'Interrupted'::text])) AND (package_id IS NOT NULL))
  CREATE INDEX ota_jobs_ready_by_sms ON public.ota_jobs USING btree (campaign_id, wave, id) WHERE ((transport = 'sms'::text) AND (status = 'Ready'::text) AND (not_before IS NULL))
  CREATE INDEX ota_jobs_retried_by_sms ON public.ota_jobs USING btree (campaign_id, not_before) WHERE ((transport = 'sms'::text) AND (status = 'Ready'::text) AND (not_before IS NOT NULL))
  CREATE INDEX ota_jobs_sim ON public.ota_jobs USING btree (sim_id, id DESC)
  CREATE INDEX ota_jobs_waiting ON public.ota_jobs USING btree (not_before) WHERE (not_before IS NOT NULL)

ota_sessions
  session_id bigint not null
  sim_id bigint not null
  job_id bigint
  sequence integer not null
  answer bytea not null
  frame_mac bytea not null
  state jsonb not null
  asked text
  chunk_end integer not null
  last_frame_at timestamp with time zone not null
  expiry_minute timestamp with time zone not null
  acked integer
  sent integer
  reached integer
  slot_campaign_id bigint
  slot_cell text
  octets_campaign_id bigint
  octets bigint not null default 0
  constraint ota_sessions_job_id_fkey FOREIGN KEY (job_id) REFERENCES ota_jobs(id) ON DELETE SET NULL
  constraint ota_sessions_pkey PRIMARY KEY (session_id)
  constraint ota_sessions_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint ota_sessions_sim_id_key UNIQUE (sim_id)
  CREATE INDEX ota_sessions_expiry ON public.ota_sessions USING btree (expiry_minute)
  CREATE INDEX ota_sessions_job ON public.ota_sessions USING btree (job_id) WHERE (job_id IS NOT NULL)
  CREATE INDEX ota_sessions_octets ON public.ota_sessions USING btree (octets_campaign_id) WHERE (octets_campaign_id IS NOT NULL)
  CREATE INDEX ota_sessions_slots ON public.ota_sessions USING btree (slot_campaign_id, slot_cell) WHERE (slot_campaign_id IS NOT NULL)

ota_templates
  id bigint not null identity
  name text not null
  options jsonb not null
  package_id bigint
  created_by bigint
  created_at timestamp with time zone not null default now()
  constraint ota_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint ota_templates_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id)
  constraint ota_templates_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX ota_templates_name ON public.ota_templates USING btree (lower(NORMALIZE(name, NFKC)))

package_scripts
  id bigint not null identity
  purpose text not null
  package_aid text not null
  package_name text not null
  ota_version text not null
  instance_aid text not null
  lines text[] not null
  option boolean not null
  is_current boolean not null default true
  created_by_name text not null
  created_at timestamp with time zone not null default now()
  constraint package_scripts_pkey PRIMARY KEY (id)
  constraint package_scripts_purpose_check CHECK ((purpose = ANY (ARRAY['store-data'::text, 'rfm'::text])))
  CREATE UNIQUE INDEX package_scripts_current ON public.package_scripts USING btree (purpose, package_aid, package_name, ota_version, instance_aid) WHERE is_current
  CREATE INDEX package_scripts_newest ON public.package_scripts USING btree (purpose, id) WHERE is_current

packages
  id bigint not null identity
  package_aid text not null
  ota_version text not null
  label text not null
  type text not null
  name text not null
  applets text[] not null
  imports text[] not null
  load_length integer not null
  load_sha256 text not null
  built_at timestamp with time zone
  cap_file bytea
  load_file bytea
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  notes text not null default ''::text
  install_parameters text
  deleted_at timestamp with time zone
  contents jsonb
  sealed boolean not null default false
  card_parameters text
  constraint packages_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint packages_files_check CHECK ((((cap_file IS NULL) = (deleted_at IS NOT NULL)) AND ((load_file IS NULL) = (deleted_at IS NOT NULL))))
  constraint packages_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX packages_key ON public.packages USING btree (package_aid, ota_version, label) WHERE (deleted_at IS NULL)

password_changes
  member_id bigint not null
  at timestamp with time zone not null default now()
  constraint password_changes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  CREATE INDEX password_changes_member ON public.password_changes USING btree (member_id, at)

poll_counters
  cap_auth_fingerprint bytea not null
  poll_counter bigint not null
  constraint poll_counters_pkey PRIMARY KEY (cap_auth_fingerprint)

quarantined_sims
  sim_id bigint not null
  campaign_id bigint not null
  code integer not null
  sw text
  at timestamp with time zone not null default now()
  constraint quarantined_sims_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
  constraint quarantined_sims_pkey PRIMARY KEY (sim_id)
  constraint quarantined_sims_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX quarantined_sims_campaign ON public.quarantined_sims USING btree (campaign_id, sim_id)

queued_jobs
  queue text not null
  key bigint not null
  created_at timestamp with time zone not null default now()
  run_at timestamp with time zone not null default now()
  attempts integer not null default 0
  node integer
  error text
  dead_at timestamp with time zone
  constraint queued_jobs_pkey PRIMARY KEY (queue, key)
  CREATE INDEX queued_jobs_due ON public.queued_jobs USING btree (queue, run_at, key) WHERE (dead_at IS NULL)

raw_api_logs
  id bigint not null identity
  at timestamp with time zone not null
  caller text
  source text
  method text
  route text
  url text
  status integer
  ms integer
  request_bytes bigint
  response_bytes bigint
  ip text
  request_id text
  request_body text
  response_body text
  left_out integer
  CREATE INDEX raw_api_logs_at ON ONLY public.raw_api_logs USING brin (at) WITH (pages_per_range='16')
  CREATE INDEX raw_api_logs_caller ON ONLY public.raw_api_logs USING btree (lower(caller), id DESC)
  CREATE INDEX raw_api_logs_failures ON ONLY public.raw_api_logs USING btree (id DESC) WHERE (status >= 400)
  CREATE INDEX raw_api_logs_id ON ONLY public.raw_api_logs USING btree (id DESC)
  CREATE INDEX raw_api_logs_ota ON ONLY public.raw_api_logs USING btree (id DESC) WHERE starts_with(route, '/ota-api/'::text)
  CREATE INDEX raw_api_logs_route ON ONLY public.raw_api_logs USING btree (route, id DESC)

raw_ota_service_logs
  id bigint not null identity
  at timestamp with time zone not null default now()
  sim_id bigint
  session_id bigint not null
  sequence integer not null
  job_id bigint
  direction text not null
  code integer not null
  bytes integer not null
  fields jsonb not null
  commands jsonb not null
  constraint raw_ota_service_logs_direction_check CHECK ((direction = ANY (ARRAY['card'::text, 'server'::text])))
  CREATE INDEX raw_ota_service_logs_at ON ONLY public.raw_ota_service_logs USING brin (at) WITH (pages_per_range='16')
  CREATE INDEX raw_ota_service_logs_id ON ONLY public.raw_ota_service_logs USING btree (id DESC)
  CREATE INDEX raw_ota_service_logs_session ON ONLY public.raw_ota_service_logs USING btree (session_id, id)
  CREATE INDEX raw_ota_service_logs_sim ON ONLY public.raw_ota_service_logs USING btree (sim_id, id DESC)

raw_proxy_logs
  id bigint not null identity
  at timestamp with time zone not null
  kind text
  host text
  operation text
  ok boolean
  answer text
  ms integer
  request_bytes bigint
  response_bytes bigint
  left_out integer
  CREATE INDEX raw_proxy_logs_at ON ONLY public.raw_proxy_logs USING brin (at) WITH (pages_per_range='16')
  CREATE INDEX raw_proxy_logs_failures ON ONLY public.raw_proxy_logs USING btree (id DESC) WHERE (NOT ok)
  CREATE INDEX raw_proxy_logs_host ON ONLY public.raw_proxy_logs USING btree (host, id DESC)
  CREATE INDEX raw_proxy_logs_id ON ONLY public.raw_proxy_logs USING btree (id DESC)

recovery_codes
  member_id bigint not null
  hash bytea not null
  used_at timestamp with time zone
  constraint recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint recovery_codes_pkey PRIMARY KEY (member_id, hash)

refresh_tokens
  hash bytea not null
  sign_in_id uuid not null
  generation integer not null
  used_at timestamp with time zone
  constraint refresh_tokens_pkey PRIMARY KEY (hash)
  constraint refresh_tokens_sign_in_id_fkey FOREIGN KEY (sign_in_id) REFERENCES sign_ins(id) ON DELETE CASCADE
  CREATE INDEX refresh_tokens_sign_in ON public.refresh_tokens USING btree (sign_in_id, generation)

reset_codes
  member_id bigint not null
  hash bytea not null
  tries integer not null default 0
  expires_at timestamp with time zone not null
  constraint reset_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint reset_codes_pkey PRIMARY KEY (member_id)

rfm_results
  ota_id bigint not null
  sim_id bigint not null
  campaign_id bigint not null
  script_id bigint not null
  answers jsonb not null
  constraint rfm_results_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint rfm_results_ota_id_fkey FOREIGN KEY (ota_id) REFERENCES ota_jobs(id) ON DELETE CASCADE
  constraint rfm_results_pkey PRIMARY KEY (ota_id)
  constraint rfm_results_script_id_fkey FOREIGN KEY (script_id) REFERENCES package_scripts(id)
  constraint rfm_results_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX rfm_results_answered ON public.rfm_results USING btree (campaign_id, jsonb_array_length(jsonb_path_query_array(answers, '$."lines".keyvalue()'::jsonpath)), jsonb_array_length(jsonb_path_query_array(answers, '$."before".keyvalue()'::jsonpath)))
  CREATE INDEX rfm_results_campaign ON public.rfm_results USING btree (campaign_id, ota_id)
  CREATE INDEX rfm_results_sim ON public.rfm_results USING btree (sim_id)

role_permissions
  role_id integer not null
  permission text not null
  constraint role_permissions_pkey PRIMARY KEY (role_id, permission)
  constraint role_permissions_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE

roles
  id integer not null
  name text not null
  constraint roles_name_key UNIQUE (name)
  constraint roles_pkey PRIMARY KEY (id)

script_value_rows
  values_id bigint not null
  iccid text not null
  cells jsonb not null
  constraint script_value_rows_pkey PRIMARY KEY (values_id, iccid)
  constraint script_value_rows_values_id_fkey FOREIGN KEY (values_id) REFERENCES script_values(id)

script_value_uses
  values_id bigint not null
  campaign_id bigint not null
  script_id bigint not null
  constraint script_value_uses_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
  constraint script_value_uses_pkey PRIMARY KEY (values_id, campaign_id)
  constraint script_value_uses_values_id_fkey FOREIGN KEY (values_id) REFERENCES script_values(id) ON DELETE CASCADE
  CREATE INDEX script_value_uses_campaign ON public.script_value_uses USING btree (campaign_id)

script_values
  id bigint not null identity
  state text not null default 'loading'::text
  file_name text not null
  columns text[] not null
  rows integer not null default 0
  created_by bigint
  api_credential_id bigint
  created_at timestamp with time zone not null default now()
  constraint script_values_api_credential_id_fkey FOREIGN KEY (api_credential_id) REFERENCES api_credentials(id) ON DELETE SET NULL
  constraint script_values_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint script_values_pkey PRIMARY KEY (id)
  constraint script_values_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'ready'::text, 'expired'::text])))

security_events
  id bigint not null identity
  key bytea
  at timestamp with time zone not null
  last_at timestamp with time zone not null
  count integer not null default 1
  event text not null
  outcome text not null
  detail text
  member_id bigint
  member text
  api_credential_id bigint
  api_id text
  stranger text
  target text
  until timestamp with time zone
  ip text
  user_agent text
  request_id text
  source text
  route text
  constraint security_events_key_key UNIQUE (key)
  constraint security_events_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text])))
  constraint security_events_pkey PRIMARY KEY (id)
  constraint security_events_source_check CHECK ((source = ANY (ARRAY['WEB_UI'::text, 'OPEN_API'::text])))
  CREATE INDEX security_events_at ON public.security_events USING btree (at DESC, id DESC)
  CREATE INDEX security_events_event ON public.security_events USING btree (event, at DESC, id DESC)
  CREATE INDEX security_events_ip ON public.security_events USING btree (ip, at DESC, id DESC)
  CREATE INDEX security_events_member ON public.security_events USING btree (lower(member), at DESC, id DESC) WHERE (member IS NOT NULL)
  CREATE INDEX security_events_stranger ON public.security_events USING btree (stranger, at DESC, id DESC) WHERE (stranger IS NOT NULL)
  CREATE INDEX security_events_target ON public.security_events USING btree (lower(target), at DESC, id DESC) WHERE (target IS NOT NULL)

settings
  id bigint not null identity
  key text not null
  value text not null
  type integer not null
  created_by bigint
  updated_at timestamp with time zone not null default now()
  constraint settings_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint settings_pkey PRIMARY KEY (id)
  constraint settings_type_check CHECK ((type = ANY (ARRAY[1, 2])))
  CREATE INDEX settings_key ON public.settings USING btree (key, updated_at DESC)

sign_in_attempts
  key bytea not null
  at timestamp with time zone not null default now()
  CREATE INDEX sign_in_attempts_key_at ON public.sign_in_attempts USING btree (key, at)

sign_in_history
  id bigint not null identity
  member_id bigint not null
  at timestamp with time zone not null default now()
  outcome text not null
  ip text
  user_agent text
  constraint sign_in_history_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint sign_in_history_pkey PRIMARY KEY (id)
  CREATE INDEX sign_in_history_member ON public.sign_in_history USING btree (member_id, at DESC)

sign_in_locks
  key bytea not null
  until timestamp with time zone not null
  constraint sign_in_locks_pkey PRIMARY KEY (key)

sign_ins
  id uuid not null
  member_id bigint not null
  created_at timestamp with time zone not null default now()
  last_used_at timestamp with time zone not null default now()
  revoked_at timestamp with time zone
  ip text
  user_agent text
  verified_at timestamp with time zone not null default now()
  constraint sign_ins_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint sign_ins_pkey PRIMARY KEY (id)
  CREATE INDEX sign_ins_member ON public.sign_ins USING btree (member_id)

signal_samples
  sim_id bigint not null
  at timestamp with time zone not null
  rsrp smallint
  rsrq smallint
  CREATE INDEX signal_samples_sim ON ONLY public.signal_samples USING btree (sim_id)

sim_accepted_differences
  sim_id bigint not null
  differences jsonb not null
  accepted_at timestamp with time zone not null default now()
  accepted_by text not null
  constraint sim_accepted_differences_pkey PRIMARY KEY (sim_id)
  constraint sim_accepted_differences_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE

sim_certificates
  id bigint not null identity
  sim_id bigint not null
  ota_id bigint
  is_open boolean not null default true
  template_id bigint
  template_name text not null
  authority_id bigint
  identity jsonb not null
  subject bytea not null
  csr_subject text not null
  label text not null
  slot_id smallint not null
  key_object_id text not null
  file_object_id text not null
  delivery text not null
  key_pair_status text not null
  csr_status text not null
  cert_status text not null
  management_status text
  public_key bytea
  request bytea
  reject_reason text
  certificate_id bigint
  valid_from timestamp with time zone
  valid_to timestamp with time zone
  active_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  end_told boolean not null default false
  renew_at timestamp with time zone
  origin text not null default 'OTA'::text
  renews_id bigint
  key_pair_at timestamp with time zone
  request_at timestamp with time zone
  constraint sim_certificates_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES certificate_authorities(id) ON DELETE SET NULL
  constraint sim_certificates_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(id) ON DELETE SET NULL
  constraint sim_certificates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint sim_certificates_delivery_check CHECK ((delivery = ANY (ARRAY['Auto'::text, 'Manual'::text])))
  constraint sim_certificates_management_status_check CHECK ((management_status = ANY (ARRAY['NeedUpdate'::text, 'NeedDelete'::text])))
  constraint sim_certificates_origin_check CHECK ((origin = ANY (ARRAY['OTA'::text, 'EST'::text])))
  constraint sim_certificates_ota_id_fkey FOREIGN KEY (ota_id) REFERENCES ota_jobs(id) ON DELETE SET NULL
  constraint sim_certificates_pkey PRIMARY KEY (id)
  constraint sim_certificates_renews_id_fkey FOREIGN KEY (renews_id) REFERENCES sim_certificates(id) ON DELETE SET NULL
  constraint sim_certificates_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint sim_certificates_template_id_fkey FOREIGN KEY (template_id) REFERENCES identity_templates(id) ON DELETE SET NULL
  CREATE INDEX sim_certificates_certificate ON public.sim_certificates USING btree (certificate_id) WHERE (certificate_id IS NOT NULL)
  CREATE INDEX sim_certificates_end ON public.sim_certificates USING btree (valid_to) WHERE (cert_status = 'Active'::text)
  CREATE INDEX sim_certificates_managed ON public.sim_certificates USING btree (management_status, id) WHERE (management_status IS NOT NULL)
  CREATE INDEX sim_certificates_open ON public.sim_certificates USING btree (id) WHERE is_open
  CREATE UNIQUE INDEX sim_certificates_ota ON public.sim_certificates USING btree (ota_id) WHERE (ota_id IS NOT NULL)
  CREATE INDEX sim_certificates_renewal ON public.sim_certificates USING btree (template_id, renew_at) WHERE ((active_at IS NOT NULL) AND (template_id IS NOT NULL) AND (cert_status = ANY (ARRAY['Active'::text, 'Expired'::text])))
  CREATE INDEX sim_certificates_renews ON public.sim_certificates USING btree (renews_id) WHERE (renews_id IS NOT NULL)
  CREATE INDEX sim_certificates_sim ON public.sim_certificates USING btree (sim_id, id)
  CREATE INDEX sim_certificates_status ON public.sim_certificates USING btree (cert_status, id)
  CREATE INDEX sim_certificates_unissued ON public.sim_certificates USING btree (id) WHERE (valid_to IS NULL)
  CREATE INDEX sim_certificates_untold_end ON public.sim_certificates USING btree (valid_to) WHERE ((cert_status = 'Active'::text) AND (NOT end_told))
  CREATE INDEX sim_certificates_updated ON public.sim_certificates USING btree (updated_at, id)
  CREATE INDEX sim_certificates_valid_from ON public.sim_certificates USING btree (valid_from, id) WHERE (valid_from IS NOT NULL)
  CREATE INDEX sim_certificates_valid_to ON public.sim_certificates USING btree (valid_to, id) WHERE (valid_to IS NOT NULL)

sim_change_horizons
  at timestamp with time zone not null default now()
  xid xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
  constraint sim_change_horizons_pkey PRIMARY KEY (at)

sim_changes
  xid xid8 not null default pg_current_xact_id()
  sim_ids bigint[] not null
  of_contacts boolean not null default false
  CREATE INDEX sim_changes_xid ON public.sim_changes USING btree (xid)

sim_connectors
  sim_id bigint not null
  account_id bigint not null
  read_at timestamp with time zone not null
  constraint sim_connectors_account_id_fkey FOREIGN KEY (account_id) REFERENCES connector_accounts(id) ON DELETE CASCADE
  constraint sim_connectors_pkey PRIMARY KEY (sim_id)
  constraint sim_connectors_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_connectors_account ON public.sim_connectors USING btree (account_id)

sim_contacts
  sim_id bigint not null
  last_poll timestamp with time zone
  ota_open_until timestamp with time zone
  rsrp integer
  rsrq integer
  radio integer
  mcc text
  mnc text
  lac integer
  cell_id bigint
  free_memory bigint
  receive_buffer integer
  poll_seconds integer
  longitude double precision
  latitude double precision
  accuracy integer
  sampled_at timestamp with time zone
  constraint sim_contacts_pkey PRIMARY KEY (sim_id)
  constraint sim_contacts_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_contacts_last_poll ON public.sim_contacts USING btree (last_poll, sim_id)

sim_content_digests
  sim_id bigint not null
  digest bigint not null
  digest_at timestamp with time zone not null
  reported_digest bigint
  question_at timestamp with time zone not null default '-infinity'::timestamp with time zone
  asked_at timestamp with time zone
  asked_digest bigint
  constraint sim_content_digests_pkey PRIMARY KEY (sim_id)
  constraint sim_content_digests_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_content_digests_asked ON public.sim_content_digests USING btree (asked_at) WHERE (asked_at IS NOT NULL)
  CREATE INDEX sim_content_digests_changed ON public.sim_content_digests USING btree (question_at, sim_id) WHERE ((reported_digest IS NOT NULL) AND (reported_digest <> digest))

sim_data_logs
  id bigint not null identity
  sim_id bigint not null
  user_name text not null
  user_email text
  created_at timestamp with time zone not null default now()
  is_success boolean not null
  failure text
  constraint sim_data_logs_pkey PRIMARY KEY (id)
  constraint sim_data_logs_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_data_logs_sim ON public.sim_data_logs USING btree (sim_id, id DESC)

sim_differences
  sim_id bigint not null
  kind text not null
  package_id bigint
  campaign_id bigint
  remedy text
  read_at timestamp with time zone not null
  differences jsonb not null
  constraint sim_differences_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL
  constraint sim_differences_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'otherVersion'::text, 'otherState'::text, 'keyVersion'::text, 'poller'::text, 'extra'::text]))) NOT VALID
  constraint sim_differences_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON DELETE CASCADE
  constraint sim_differences_pkey PRIMARY KEY (sim_id)
  constraint sim_differences_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_differences_campaign ON public.sim_differences USING btree (campaign_id) WHERE (campaign_id IS NOT NULL)
  CREATE INDEX sim_differences_kind ON public.sim_differences USING btree (kind, read_at, sim_id)
  CREATE INDEX sim_differences_package ON public.sim_differences USING btree (package_id) WHERE (package_id IS NOT NULL)
  CREATE INDEX sim_differences_read ON public.sim_differences USING btree (read_at, sim_id)
  CREATE INDEX sim_differences_remedy ON public.sim_differences USING btree (remedy, sim_id) WHERE (remedy IS NOT NULL)

sim_exports
  id bigint not null identity
  params jsonb not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  constraint sim_exports_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint sim_exports_pkey PRIMARY KEY (id)

sim_files
  id bigint not null identity
  sim_id bigint not null
  ota_id bigint
  is_open boolean not null default false
  label text not null
  object_id text not null
  content bytea not null
  capacity integer not null
  delivery text not null
  status text not null default 'None'::text
  management_status text
  active_at timestamp with time zone
  created_by bigint
  created_by_name text not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  written_sha256 bytea
  constraint sim_files_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint sim_files_delivery_check CHECK ((delivery = ANY (ARRAY['Auto'::text, 'Manual'::text])))
  constraint sim_files_management_status_check CHECK ((management_status = ANY (ARRAY['NeedUpdate'::text, 'NeedDelete'::text])))
  constraint sim_files_ota_id_fkey FOREIGN KEY (ota_id) REFERENCES ota_jobs(id) ON DELETE SET NULL
  constraint sim_files_pkey PRIMARY KEY (id)
  constraint sim_files_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_files_managed ON public.sim_files USING btree (management_status, id) WHERE (management_status IS NOT NULL)
  CREATE UNIQUE INDEX sim_files_object ON public.sim_files USING btree (sim_id, object_id) WHERE (status <> 'Deleted'::text)
  CREATE INDEX sim_files_open ON public.sim_files USING btree (id) WHERE is_open
  CREATE UNIQUE INDEX sim_files_ota ON public.sim_files USING btree (ota_id) WHERE (ota_id IS NOT NULL)
  CREATE INDEX sim_files_sim ON public.sim_files USING btree (sim_id, id)

sim_group_changes
  id bigint not null identity
  sim_id bigint not null
  at timestamp with time zone not null default clock_timestamp()
  from_group text
  to_group text
  constraint sim_group_changes_pkey PRIMARY KEY (id)
  constraint sim_group_changes_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_group_changes_sim ON public.sim_group_changes USING btree (sim_id, id DESC)

sim_imei_changes
  id bigint not null identity
  sim_id bigint not null
  at timestamp with time zone not null
  from_imei text not null
  to_imei text not null
  confirmed_at timestamp with time zone
  confirmed_by text
  lock_result text
  constraint sim_imei_changes_lock_result_check CHECK ((lock_result = ANY (ARRAY['pending'::text, 'told'::text, 'suspended'::text, 'notPossible'::text])))
  constraint sim_imei_changes_pkey PRIMARY KEY (id)
  constraint sim_imei_changes_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_imei_changes_pending ON public.sim_imei_changes USING btree (id) WHERE (lock_result = 'pending'::text)
  CREATE INDEX sim_imei_changes_sim ON public.sim_imei_changes USING btree (sim_id, id DESC)

sim_import_lines
  task_id bigint not null
  line integer not null
  bad boolean not null
  given_keys integer not null
  iccid text not null
  imsi text
  msisdn text
  imei text
  device_alias text
  operator text
  cm_platform text
  type text
  external_device_id text
  group_name text
  status text
  cap_auth_key bytea
  encrypt_key bytea
  scp03_enc bytea
  scp03_mac bytea
  scp03_dek bytea
  security_domain_aid text
  key_version_number integer
  security_level integer
  cap_auth_fingerprint bytea
  tag_keys text
  tag_labels text
  sms_key_set smallint
  sms_algorithm text
  sms_kic bytea
  sms_kid bytea
  sms_tar bytea
  sms_fingerprint bytea
  sms_counter bigint
  constraint sim_import_lines_pkey PRIMARY KEY (task_id, line)
  CREATE INDEX sim_import_lines_sms_keys ON public.sim_import_lines USING btree (task_id) WHERE (sms_kic IS NOT NULL)

sim_import_undo_sims
  sim_id bigint not null
  before jsonb
  keys_before jsonb
  sms_keys_before jsonb
  writes_sms_keys boolean not null default false
  constraint sim_import_undo_sims_pkey PRIMARY KEY (sim_id)

sim_import_undos
  task_id bigint not null
  written_at timestamp with time zone not null
  constraint sim_import_undos_pkey PRIMARY KEY (task_id)
  constraint sim_import_undos_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE

sim_inventories
  sim_id bigint not null
  read_at timestamp with time zone not null default now()
  load_files jsonb not null
  applications jsonb not null
  constraint sim_inventories_pkey PRIMARY KEY (sim_id)
  constraint sim_inventories_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_inventories_read ON public.sim_inventories USING btree (read_at)

sim_key_answers
  sim_id bigint not null
  key_version_number integer not null
  answered_at timestamp with time zone not null default now()
  constraint sim_key_answers_pkey PRIMARY KEY (sim_id)
  constraint sim_key_answers_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE

sim_key_rotations
  sim_id bigint not null
  ota_id bigint not null
  in_doubt boolean not null default false
  security_domain_aid text not null
  key_version_number integer not null
  scp03_enc bytea not null
  scp03_mac bytea not null
  scp03_dek bytea not null
  created_at timestamp with time zone not null default now()
  constraint sim_key_rotations_key_version_number_check CHECK (((key_version_number >= 1) AND (key_version_number <= 127)))
  constraint sim_key_rotations_pkey PRIMARY KEY (sim_id)
  constraint sim_key_rotations_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE

sim_keys
  sim_id bigint not null
  cap_auth_key bytea not null
  encrypt_key bytea not null
  security_domain_aid text not null
  key_version_number integer not null
  scp03_enc bytea not null
  scp03_mac bytea not null
  scp03_dek bytea not null
  security_level integer not null default 3
  cap_auth_fingerprint bytea
  changed_at timestamp with time zone default now()
  key_set_at timestamp with time zone
  key_set_by text
  scp03_rotated_at timestamp with time zone
  scp03_rotated_by bigint
  constraint sim_keys_pkey PRIMARY KEY (sim_id)
  constraint sim_keys_security_level CHECK ((security_level = ANY (ARRAY[1, 3, 17, 19, 51])))
  constraint sim_keys_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_keys_without_fingerprint ON public.sim_keys USING btree (sim_id) WHERE (cap_auth_fingerprint IS NULL)

sim_locations
  sim_id bigint not null
  slot smallint not null
  since timestamp with time zone not null
  left_previous timestamp with time zone
  radio integer
  mcc text not null
  mnc text not null
  lac integer not null
  cell_id bigint not null
  constraint sim_locations_pkey PRIMARY KEY (sim_id, slot)
  constraint sim_locations_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint sim_locations_slot_check CHECK (((slot >= 0) AND (slot <= 9)))

sim_ota
  sim_id bigint not null
  applet_type integer not null
  install_job_id bigint
  uninstall_job_id bigint
  earlier jsonb
  constraint sim_ota_applet_type_check CHECK ((applet_type = ANY (ARRAY[0, 1])))
  constraint sim_ota_pkey PRIMARY KEY (sim_id, applet_type)
  constraint sim_ota_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE

sim_poller_key_rotations
  sim_id bigint not null
  ota_id bigint not null
  former_fingerprint bytea not null
  cap_auth_fingerprint bytea not null
  cap_auth_key bytea
  encrypt_key bytea
  created_at timestamp with time zone not null default now()
  proven_at timestamp with time zone
  constraint sim_poller_key_rotations_check CHECK (((proven_at IS NOT NULL) OR ((cap_auth_key IS NOT NULL) AND (encrypt_key IS NOT NULL))))
  constraint sim_poller_key_rotations_pkey PRIMARY KEY (sim_id)
  constraint sim_poller_key_rotations_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  CREATE INDEX sim_poller_key_rotations_unproven ON public.sim_poller_key_rotations USING btree (sim_id) WHERE (proven_at IS NULL)

sim_scp81_keys
  sim_id bigint not null
  identity text not null
  psk bytea not null
  files_aid bytea
  changed_at timestamp with time zone not null default now()
  seen_at timestamp with time zone
  trigger_tar bytea
  trigger_parameters bytea
  constraint sim_scp81_keys_check CHECK (((trigger_parameters IS NULL) OR (trigger_tar IS NOT NULL)))
  constraint sim_scp81_keys_identity_key UNIQUE (identity)
  constraint sim_scp81_keys_pkey PRIMARY KEY (sim_id)
  constraint sim_scp81_keys_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint sim_scp81_keys_trigger_tar_check CHECK ((length(trigger_tar) = 3))

sim_selection_parts
  selection_id bigint not null
  part integer not null
  sim_ids bigint[] not null
  constraint sim_selection_parts_pkey PRIMARY KEY (selection_id, part)
  constraint sim_selection_parts_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES sim_selections(id) ON DELETE CASCADE

sim_selections
  id bigint not null identity
  total integer not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  purpose text not null
  filter jsonb
  constraint sim_selections_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint sim_selections_pkey PRIMARY KEY (id)
  constraint sim_selections_purpose_check CHECK ((purpose = ANY (ARRAY['change'::text, 'snapshot'::text, 'rollback'::text, 'approval'::text])))

sim_sms_keys
  sim_id bigint not null
  key_set smallint not null
  algorithm text not null
  kic bytea not null
  kid bytea not null
  tar bytea not null
  fingerprint bytea not null
  changed_at timestamp with time zone not null default now()
  constraint sim_sms_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['aes'::text, '3des'::text])))
  constraint sim_sms_keys_key_set_check CHECK (((key_set >= 1) AND (key_set <= 15)))
  constraint sim_sms_keys_pkey PRIMARY KEY (sim_id)
  constraint sim_sms_keys_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint sim_sms_keys_tar_check CHECK ((length(tar) = 3))

sim_status_changes
  id bigint not null identity
  sim_id bigint not null
  at timestamp with time zone not null default clock_timestamp()
  actor text
  from_status text not null
  to_status text not null
  source text not null
  constraint sim_status_changes_pkey PRIMARY KEY (id)
  constraint sim_status_changes_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint sim_status_changes_source_check CHECK ((source = ANY (ARRAY['here'::text, 'carrier'::text, 'import'::text])))
  CREATE INDEX sim_status_changes_sim ON public.sim_status_changes USING btree (sim_id, id DESC)

sim_tags
  key text not null
  label text not null
  created_at timestamp with time zone not null default now()
  constraint sim_tags_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 32)))
  constraint sim_tags_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 32)))
  constraint sim_tags_pkey PRIMARY KEY (key)

sim_views
  id bigint not null identity
  owner_id bigint not null
  name text not null
  shared boolean not null
  search jsonb not null
  table_view jsonb not null
  created_at timestamp with time zone not null default now()
  constraint sim_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE
  constraint sim_views_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX sim_views_name ON public.sim_views USING btree (owner_id, lower(name))

sims
  id bigint not null identity
  iccid text not null
  imsi text
  msisdn text
  imei text
  imei_status text not null default 'unknown'::text
  device_alias text
  type text not null default 'SIM'::text
  external_device_id text
  operator text not null default 'other'::text
  cm_platform text not null default 'none'::text
  status text not null default 'INVENTORY'::text
  has_keys boolean not null default false
  poller_instance_aid text
  poller_name text
  poller_version text
  standby_poller_instance_aid text
  poller_encryption boolean not null default true
  status_poller text
  other_package_id bigint
  other_instance_aid text
  other_applet_name text
  other_applet_version text
  status_other_applet text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  imei_change_untold boolean not null default false
  group_id bigint
  connection smallint not null default 0
  imei_changed_at timestamp with time zone
  tags text[] not null default '{}'::text[]
  imei_lock text not null default 'off'::text
  locked_imei text
  imei_lock_member bigint
  imei_lock_credential bigint
  constraint sims_cm_platform_check CHECK ((cm_platform = ANY (ARRAY['ntt'::text, 'jasper'::text, 'none'::text])))
  constraint sims_group_id_check CHECK ((group_id < '4294967296'::bigint))
  constraint sims_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL
  constraint sims_iccid_check CHECK (((length(iccid) = ANY (ARRAY[19, 20])) AND (ltrim(iccid, '0123456789'::text) = ''::text)))
  constraint sims_iccid_key UNIQUE (iccid)
  constraint sims_imei_lock_check CHECK ((imei_lock = ANY (ARRAY['off'::text, 'notify'::text, 'suspend'::text])))
  constraint sims_imei_status_check CHECK ((imei_status = ANY (ARRAY['unknown'::text, 'same'::text, 'changed'::text, 'confirmed'::text])))
  constraint sims_operator_check CHECK ((operator = ANY (ARRAY['ntt'::text, 'jasper'::text, 'other'::text])))
  constraint sims_other_package_id_fkey FOREIGN KEY (other_package_id) REFERENCES packages(id)
  constraint sims_pkey PRIMARY KEY (id)
  constraint sims_tags_check CHECK ((cardinality(tags) <= 20))
  constraint sims_type_check CHECK ((type = ANY (ARRAY['SIM'::text, 'eUICC'::text])))
  CREATE INDEX sims_group ON public.sims USING btree (group_id)
  CREATE INDEX sims_imei_change_untold ON public.sims USING btree (id) WHERE imei_change_untold
  CREATE INDEX sims_in_session ON public.sims USING btree (id) WHERE (connection = 2)
  CREATE INDEX sims_other_package ON public.sims USING btree (other_package_id) WHERE (other_package_id IS NOT NULL)
  CREATE INDEX sims_tags ON public.sims USING gin (tags) WHERE (tags <> '{}'::text[])

sms_counters
  fingerprint bytea not null
  counter bigint not null
  constraint sms_counters_counter_check CHECK (((counter >= 0) AND (counter <= '1099511627775'::bigint)))
  constraint sms_counters_pkey PRIMARY KEY (fingerprint)

sms_gateway
  only_one boolean not null default true
  host text not null
  port integer not null
  security text not null
  system_id text not null
  system_type text not null
  sender text not null
  password bytea
  messages_per_second integer not null default 20
  window_size integer not null default 10
  is_paused boolean not null default false
  constraint sms_gateway_only_one_check CHECK (only_one)
  constraint sms_gateway_pkey PRIMARY KEY (only_one)
  constraint sms_gateway_security_check CHECK ((security = ANY (ARRAY['tls'::text, 'none'::text])))

sms_messages
  id bigint not null identity
  sim_id bigint not null
  state text not null default 'queued'::text
  created_at timestamp with time zone not null default now()
  due_at timestamp with time zone not null default now()
  attempts integer not null default 0
  counter bigint
  packet bytea
  destination text
  message_id text
  sent_at timestamp with time zone
  ended_at timestamp with time zone
  reason text
  detail text
  proof_status smallint
  proof_is_authentic boolean
  proof_at timestamp with time zone
  campaign_id bigint
  at_once boolean not null default false
  script_tar bytea
  script bytea
  script_result bytea
  ota_id bigint
  ota_ended boolean not null default false
  constraint sms_messages_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL
  constraint sms_messages_check CHECK (((script IS NULL) = (script_tar IS NULL)))
  constraint sms_messages_check1 CHECK (((ota_id IS NULL) OR (script IS NOT NULL)))
  constraint sms_messages_pkey PRIMARY KEY (id)
  constraint sms_messages_script_tar_check CHECK ((length(script_tar) = 3))
  constraint sms_messages_sim_id_fkey FOREIGN KEY (sim_id) REFERENCES sims(id) ON DELETE CASCADE
  constraint sms_messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'unknown'::text, 'accepted'::text, 'delivered'::text, 'failed'::text])))
  CREATE INDEX sms_messages_accepted ON public.sms_messages USING btree (message_id) WHERE (state = 'accepted'::text)
  CREATE INDEX sms_messages_answered ON public.sms_messages USING btree (id) WHERE ((ota_id IS NOT NULL) AND (NOT ota_ended) AND ((state = 'failed'::text) OR proof_is_authentic))
  CREATE INDEX sms_messages_awaited ON public.sms_messages USING btree (sent_at) WHERE ((ota_id IS NOT NULL) AND (NOT ota_ended))
  CREATE INDEX sms_messages_campaign ON public.sms_messages USING btree (campaign_id) WHERE (campaign_id IS NOT NULL)
  CREATE UNIQUE INDEX sms_messages_campaign_wake ON public.sms_messages USING btree (campaign_id, sim_id) WHERE ((campaign_id IS NOT NULL) AND (ota_id IS NULL))
  CREATE INDEX sms_messages_destination ON public.sms_messages USING btree (destination, id DESC) WHERE (destination IS NOT NULL)
  CREATE INDEX sms_messages_due ON public.sms_messages USING btree (due_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'unknown'::text]))
  CREATE INDEX sms_messages_ended ON public.sms_messages USING btree (ended_at, state) WHERE (ended_at IS NOT NULL)
  CREATE UNIQUE INDEX sms_messages_open ON public.sms_messages USING btree (sim_id) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'unknown'::text]))
  CREATE INDEX sms_messages_ota ON public.sms_messages USING btree (ota_id) WHERE (ota_id IS NOT NULL)
  CREATE INDEX sms_messages_refused ON public.sms_messages USING btree (proof_at) WHERE ((ota_id IS NOT NULL) AND (NOT ota_ended) AND (proof_status <> 0))
  CREATE INDEX sms_messages_sent ON public.sms_messages USING btree (id) WHERE (state = 'sent'::text)
  CREATE INDEX sms_messages_sim ON public.sms_messages USING btree (sim_id, id DESC)
  CREATE INDEX sms_messages_unconfirmed ON public.sms_messages USING btree (sent_at) WHERE ((state = 'accepted'::text) AND (ended_at IS NULL))

sms_sender
  only_one boolean not null default true
  bound_since timestamp with time zone
  seen_at timestamp with time zone not null default now()
  failure text
  detail text
  failed_at timestamp with time zone
  throttled_at timestamp with time zone
  throttled bigint not null default 0
  constraint sms_sender_only_one_check CHECK (only_one)
  constraint sms_sender_pkey PRIMARY KEY (only_one)

status_requests
  task_id bigint not null
  n bigint not null
  sim_id bigint not null
  iccid text not null
  platform text not null
  to_status text not null
  state text not null default 'stored'::text
  leased_until timestamp with time zone
  fruitless integer not null default 0
  constraint status_requests_pkey PRIMARY KEY (task_id, n)
  constraint status_requests_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'sent'::text, 'answered'::text])))
  constraint status_requests_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
  CREATE INDEX status_requests_open ON public.status_requests USING btree (task_id, n) WHERE (state <> 'answered'::text)
  CREATE INDEX status_requests_open_sim ON public.status_requests USING btree (sim_id) WHERE (state <> 'answered'::text)

system_mail_events
  key text not null
  since timestamp with time zone not null default now()
  count integer not null default 1
  constraint system_mail_events_pkey PRIMARY KEY (key)

task_results
  task_id bigint not null
  n bigint not null
  outcome text not null
  sim_id bigint
  iccid text
  line integer
  column_name text
  reason text
  constraint task_results_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
  constraint task_results_pkey PRIMARY KEY (task_id, n)
  constraint task_results_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE
  CREATE INDEX task_results_refused ON public.task_results USING btree (task_id, n) WHERE (outcome = 'refused'::text)

tasks
  id bigint not null identity
  kind text not null
  state text not null
  title text
  params jsonb not null default '{}'::jsonb
  import jsonb
  selection_id bigint
  next_part integer not null default 0
  total integer not null default 0
  done integer not null default 0
  succeeded integer not null default 0
  refused integer not null default 0
  created_by bigint
  api_credential_id bigint
  created_by_name text not null
  created_at timestamp with time zone not null default now()
  started_at timestamp with time zone
  finished_at timestamp with time zone
  failure text
  waits_for text
  constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
  constraint tasks_pkey PRIMARY KEY (id)
  constraint tasks_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES sim_selections(id) ON DELETE SET NULL
  CREATE INDEX tasks_created_at ON public.tasks USING btree (created_at DESC, id DESC)
  CREATE INDEX tasks_open ON public.tasks USING btree (id) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'waiting'::text, 'running'::text, 'cancelling'::text]))
  CREATE INDEX tasks_selection ON public.tasks USING btree (selection_id) WHERE (selection_id IS NOT NULL)

ws_tickets
  hash bytea not null
  member_id bigint not null
  sign_in_id uuid not null
  expires_at timestamp with time zone not null
  constraint ws_tickets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
  constraint ws_tickets_pkey PRIMARY KEY (hash)
  constraint ws_tickets_sign_in_id_fkey FOREIGN KEY (sign_in_id) REFERENCES sign_ins(id) ON DELETE CASCADE
