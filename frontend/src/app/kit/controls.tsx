import { Heart } from "lucide-react";
import { useState } from "react";
import { Badge, Count, Dot } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Checkbox, Radio, Switch } from "@/ui/choice";
import { Drop } from "@/ui/drop";
import { TextArea, TextField } from "@/ui/field";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Pager } from "@/ui/pager";
import { PasswordField } from "@/ui/password-field";
import { Segments } from "@/ui/segments";
import { SelectField } from "@/ui/select";
import { Slider } from "@/ui/slider";
import { Steps } from "@/ui/steps";
import { TabPanel, Tabs } from "@/ui/tabs";
import { Part, Row } from "./part";

const TONES = ["primary", "line", "quiet", "bid", "danger"] as const;
const BADGES = ["plain", "line", "good", "warn", "bad", "room", "promo", "premium"] as const;

export function Controls({ theme }: { theme: string }) {
  return (
    <>
      <Part name="Buttons">
        {TONES.map((tone) => (
          <Row key={tone}>
            <Button tone={tone}>Place Bid</Button>
            <Button tone={tone} busy>
              Place Bid
            </Button>
            <Button tone={tone} disabled>
              Place Bid
            </Button>
          </Row>
        ))}
        <Row>
          <Button size="large">Large 52</Button>
          <Button>Medium 44</Button>
          <Button size="small">Small 36</Button>
          <IconButton label="Save" outlined>
            <Heart {...icon} />
          </IconButton>
        </Row>
      </Part>
      <Fields />
      <Choices theme={theme} />
      <Part name="Badges">
        <Row>
          {BADGES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="promo">
            <Drop /> Featured
          </Badge>
          <Badge>
            <Dot beating className="text-pandan" /> Auction
          </Badge>
          <Count>17</Count>
          <Count hot>3</Count>
        </Row>
      </Part>
      <Moving />
    </>
  );
}

function Fields() {
  return (
    <Part name="Fields">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField label="Rest" placeholder="Oud, Kenanga, a house" />
        <TextField label="Error" defaultValue="Sm" error="Name must be at least 3 characters" />
        <TextField label="Disabled" disabled defaultValue="nurul.a" />
        <TextField label="With unit" prefix="RM" defaultValue="1,250.00" suffix="per bottle" hint="With a hint." />
        <SelectField label="Select">
          <option>Arabian House</option>
        </SelectField>
        <PasswordField label="Password" defaultValue="longenough" />
        <TextArea label="Text area" optional defaultValue="Kept in a drawer" />
      </div>
    </Part>
  );
}

function Choices({ theme }: { theme: string }) {
  const [box, setBox] = useState("Damaged");
  const [level, setLevel] = useState(60);
  const choices = ["Good", "Damaged", "No Box"].map((value) => ({ value, label: value }));
  return (
    <Part name="Choices">
      <Row>
        <Checkbox>Not chosen</Checkbox>
        <Checkbox defaultChecked>Chosen</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Radio name={`kit-${theme}`}>Designer</Radio>
        <Radio name={`kit-${theme}`} defaultChecked>
          Local
        </Radio>
        <Switch>Off</Switch>
        <Switch defaultChecked>On</Switch>
      </Row>
      <Segments label="Box condition" value={box} choices={choices} onChange={setBox} />
      <Slider label="Level" value={level} min={0} max={100} onChange={setLevel} />
    </Part>
  );
}

function Moving() {
  const [tab, setTab] = useState("history");
  const tabs = [
    { value: "history", label: "Bid History" },
    { value: "details", label: "Product Details" },
  ];
  return (
    <Part name="Tabs, steps, pages">
      <Tabs label="Example" value={tab} onChange={setTab} tabs={tabs}>
        <TabPanel value={tab} className="pt-3">
          {tab}
        </TabPanel>
      </Tabs>
      <Steps label="Example steps" steps={["Purchase", "Payment", "Delivery", "Review"]} current={2} />
      <Pager page={4} pages={9} to={(page) => `?page=${page}`} />
    </Part>
  );
}
